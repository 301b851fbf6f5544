import { z } from 'zod';
import { roleSchema } from '@palimpsest/domain';

/** What a caller may be (INTERFACES.md, "Access"). A worker's is bound to one Session, so only a Session token has it. */
export const accessRoles = ['editor', ...roleSchema.options, 'host', 'auditor', 'admin'] as const;
export const accessRoleSchema = z.enum(accessRoles).meta({ id: 'AccessRole' });
export type AccessRole = z.infer<typeof accessRoleSchema>;

/** The roles that a token of the tokens file may have. */
export const tokenRoles = ['editor', 'orchestrator', 'host', 'auditor', 'admin'] as const satisfies AccessRole[];
export const tokenRoleSchema = z.enum(tokenRoles);
export type TokenRole = z.infer<typeof tokenRoleSchema>;

/** What each role is for, in a sentence. */
export const rolePurposes: Readonly<Record<AccessRole, string>> = {
  editor: 'people in the panel: read, save, restore',
  orchestrator: 'the main Session and its tools: read, save on request',
  worker: 'an Executor: its own Session only',
  host: 'the program that runs the Sessions: prompts and skills of any Session, Session tokens',
  auditor: 'read everything, write nothing',
  admin: 'all, and rebuilding read models',
};

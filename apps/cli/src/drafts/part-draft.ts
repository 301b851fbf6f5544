import { placeOf, type PartView, type Status } from '@palimpsest/domain';
import { get, step } from '../talking/api.ts';
import type { Draft } from './draft.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

/** A change of one entry: the file is its text, exactly (S2). `on` is the digest of the default that it was written against. */
export async function partDraft(key: string, text: string, on: string | undefined): Promise<Draft> {
  const { map, name } = placeOf(key);
  if (map === 'skills') throw new WrongUse('a team skill is saved with --skill NAME');
  const base = on === 'current' ? await currentDefault(key) : on;
  return {
    method: 'PATCH',
    body: { [map]: { [name]: { text, ...(base === undefined ? {} : { base }) } } },
    base: null,
  };
}

async function currentDefault(key: string): Promise<string | undefined> {
  return (await get<PartView>(`/v1/parts/${step(key, 'key')}`)).body.default?.digest;
}

/** The same for a team skill; one that is there keeps its description where none is given. */
export async function skillDraft(name: string, body: string, given: string | undefined): Promise<Draft> {
  const description = given ?? (await savedDescription(name));
  if (description === undefined)
    throw new WrongUse(`there is no team skill ${name} yet: say with --description when agents should load it`);
  return { method: 'PATCH', body: { skills: { [name]: { description, body } } }, base: null };
}

async function savedDescription(name: string): Promise<string | undefined> {
  const { skills } = (await get<Status>('/v1/configuration')).body.configuration;
  return Object.hasOwn(skills, name) ? skills[name]?.description : undefined;
}

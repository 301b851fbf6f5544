import type { DynamicModule } from '@nestjs/common';
import { applicationModule, type EventLog, type ViewStore } from '@palimpsest/application';
import { catalogueFiles } from '@palimpsest/catalogue-files';
import { edgeHttpModule, type Edge } from '@palimpsest/edge-http';
import type { Logger } from 'pino';
import type { Access } from './access.ts';
import { policyFile } from './policy-file.ts';
import type { Settings } from './settings.ts';

/** What an application reports in the course of things; all else asks for a look. */
const ROUTINE = new Set(['release recorded', 'view_rebuild_begun', 'view_rebuilt']);

/** What the server is put together from, beside its settings. */
export interface Opened {
  readonly log: EventLog;
  readonly views: ViewStore;
  readonly access: Access;
}

/** Puts the parts together: one adapter for each port of the application, and the edges on top of it. */
export function serverModule(settings: Settings, { log, views, access }: Opened, logger: Logger): DynamicModule {
  const { team, limit, allowDowngrade, host } = settings;
  const application = applicationModule({
    log,
    views,
    catalogue: catalogueFiles(settings.builtins),
    policy: policyFile(settings.policy),
    clock: { now: () => Date.now() },
    settings: { team, limit, allowDowngrade },
    report: (event, details) => {
      logger[ROUTINE.has(event) ? 'info' : 'warn']({ event, ...details });
    },
  });
  const edge: Edge = {
    log,
    team,
    limit,
    host,
    report: (event, details) => {
      logger.error({ event, ...details });
    },
  };
  return edgeHttpModule(application, edge, access);
}

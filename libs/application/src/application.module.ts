import { Module, type DynamicModule } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { GetPartHandler } from './catalogue/get-part.ts';
import { GetReleaseHandler } from './catalogue/get-release.ts';
import { ListPartsHandler } from './catalogue/list-parts.ts';
import { ListReleasesHandler } from './catalogue/list-releases.ts';
import { RecordRelease } from './catalogue/record-release.ts';
import { Comparer } from './comparing/comparer.ts';
import {
  CATALOGUE_SOURCE,
  CLOCK,
  DEPLOYMENT,
  EVENT_LOG,
  POLICY_SOURCE,
  REPORT,
  VIEW_STORE,
  type Deployment,
  type Report,
} from './deployment.ts';
import { CompareVersionsHandler } from './history/compare-versions.ts';
import { GetHistoryHandler } from './history/get-history.ts';
import { GetVersionInForceHandler } from './history/get-version-in-force.ts';
import { GetVersionHandler } from './history/get-version.ts';
import { ListEventsHandler } from './history/list-events.ts';
import { ListVersionsHandler } from './history/list-versions.ts';
import { Versions } from './history/versions.ts';
import { Lifecycle } from './operating/lifecycle.ts';
import { Readiness } from './operating/readiness.ts';
import type { CatalogueSource } from './ports/catalogue-source.ts';
import type { Clock } from './ports/clock.ts';
import type { EventLog } from './ports/event-log.ts';
import type { PolicySource } from './ports/policy-source.ts';
import type { ViewStore } from './ports/views.ts';
import { GetStatusHandler } from './present/get-status.ts';
import { Latest } from './present/latest.ts';
import { AssemblePromptHandler } from './prompting/assemble-prompt.ts';
import { InputsOf } from './prompting/inputs.ts';
import { GetSkillHandler } from './prompting/get-skill.ts';
import { ListSkillsHandler } from './prompting/list-skills.ts';
import { LoadSkillHandler } from './prompting/load-skill.ts';
import { Policies } from './prompting/policies.ts';
import { PreviewPromptHandler } from './prompting/preview-prompt.ts';
import { Prompts } from './prompting/prompts.ts';
import { ReproducePromptHandler } from './prompting/reproduce-prompt.ts';
import { RestoreDefaultsHandler, RestoreVersionHandler } from './saving/restore.ts';
import { SaveConfigurationHandler } from './saving/save-configuration.ts';
import { SaveVersion } from './saving/save-version.ts';
import { StaleDrafts } from './saving/stale-drafts.ts';
import { CheckRegistrationHandler } from './sessions/check-registration.ts';
import { GetSessionVersionHandler } from './sessions/get-session-version.ts';
import { GetSessionHandler } from './sessions/get-session.ts';
import { KnownSessions } from './sessions/known-sessions.ts';
import { ListSessionsHandler } from './sessions/list-sessions.ts';
import { Uses } from './sessions/uses.ts';
import { ListViewsHandler } from './views/list-views.ts';
import { Projector } from './views/projector.ts';
import { RebuildViewHandler } from './views/rebuild-view.ts';

/** What the application is put together from: one adapter for each port, and the deployment's settings. */
export interface ApplicationParts {
  readonly log: EventLog;
  readonly views: ViewStore;
  readonly catalogue: CatalogueSource;
  readonly policy: PolicySource;
  readonly clock: Clock;
  readonly settings: Deployment;
  readonly report: Report;
}

const handlers = [
  AssemblePromptHandler,
  CheckRegistrationHandler,
  CompareVersionsHandler,
  GetHistoryHandler,
  GetPartHandler,
  GetReleaseHandler,
  GetSessionHandler,
  GetSessionVersionHandler,
  GetSkillHandler,
  GetStatusHandler,
  GetVersionHandler,
  GetVersionInForceHandler,
  ListEventsHandler,
  ListPartsHandler,
  ListReleasesHandler,
  ListSessionsHandler,
  ListSkillsHandler,
  ListVersionsHandler,
  ListViewsHandler,
  LoadSkillHandler,
  PreviewPromptHandler,
  RebuildViewHandler,
  ReproducePromptHandler,
  RestoreDefaultsHandler,
  RestoreVersionHandler,
  SaveConfigurationHandler,
];

@Module({})
class ApplicationModule {}

/** All use cases on Nest's command and query buses. */
export function applicationModule(parts: ApplicationParts): DynamicModule {
  const given = new Map<symbol, unknown>([
    [EVENT_LOG, parts.log],
    [VIEW_STORE, parts.views],
    [CATALOGUE_SOURCE, parts.catalogue],
    [POLICY_SOURCE, parts.policy],
    [CLOCK, parts.clock],
    [DEPLOYMENT, parts.settings],
    [REPORT, parts.report],
  ]);
  const { log, views, settings, report } = parts;
  const projector = new Projector({ log, views, team: settings.team, onFault: report });
  return {
    module: ApplicationModule,
    imports: [CqrsModule.forRoot()],
    providers: [
      ...[...given].map(([provide, useValue]) => ({ provide, useValue })),
      { provide: Projector, useValue: projector },
      { provide: Comparer, useFactory: () => new Comparer() },
      Latest,
      Versions,
      SaveVersion,
      StaleDrafts,
      Policies,
      Uses,
      KnownSessions,
      Prompts,
      InputsOf,
      RecordRelease,
      Readiness,
      Lifecycle,
      ...handlers,
    ],
    exports: [CqrsModule, Readiness, EVENT_LOG, DEPLOYMENT],
  };
}

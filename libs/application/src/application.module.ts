import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssemblePromptHandler } from './prompting/assemble-prompt.ts';
import { CompareVersionsHandler } from './history/compare-versions.ts';
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
import { GetHistoryHandler } from './history/get-history.ts';
import { GetStatusHandler } from './present/get-status.ts';
import { GetVersionHandler } from './history/get-version.ts';
import { InputsOf } from './prompting/inputs.ts';
import { Latest } from './present/latest.ts';
import { checkWitness } from './views/log-witness.ts';
import { ListEventsHandler } from './history/list-events.ts';
import { GetVersionInForceHandler, ListVersionsHandler } from './history/list-versions.ts';
import { GetPartHandler, ListPartsHandler } from './catalogue/parts.ts';
import { Policies } from './prompting/policies.ts';
import type { CatalogueSource } from './ports/catalogue-source.ts';
import type { Clock } from './ports/clock.ts';
import type { EventLog } from './ports/event-log.ts';
import type { PolicySource } from './ports/policy-source.ts';
import type { ViewStore } from './ports/views.ts';
import { PreviewPromptHandler } from './prompting/preview-prompt.ts';
import { Projector } from './views/projector.ts';
import { Prompts } from './prompting/prompts.ts';
import { ListViewsHandler, RebuildViewHandler } from './views/read-models.ts';
import { Readiness } from './operating/readiness.ts';
import { RecordRelease } from './catalogue/record-release.ts';
import { GetReleaseHandler, ListReleasesHandler } from './catalogue/releases.ts';
import { ReproducePromptHandler } from './prompting/reproduce-prompt.ts';
import { RestoreDefaultsHandler, RestoreVersionHandler } from './saving/restore.ts';
import { SaveConfigurationHandler } from './saving/save-configuration.ts';
import { SaveVersion } from './saving/save-version.ts';
import { GetSessionHandler, GetSessionVersionHandler, ListSessionsHandler } from './sessions/sessions.ts';
import { ListSkillsHandler, LoadSkillHandler } from './prompting/skills.ts';
import { StaleDrafts } from './saving/stale-drafts.ts';
import { Uses } from './sessions/uses.ts';
import { Versions } from './history/versions.ts';

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

/** Records the release and starts the projections before anything is served; stops them at the end. */
@Injectable()
class Lifecycle implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(RecordRelease) private readonly recordRelease: RecordRelease,
    @Inject(Projector) private readonly projector: Projector,
    @Inject(Comparer) private readonly comparer: Comparer,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(VIEW_STORE) private readonly views: ViewStore,
  ) {}

  async onModuleInit(): Promise<void> {
    await checkWitness(this.log, this.views);
    await this.recordRelease.run();
    await this.projector.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.projector.stop();
    await this.comparer.close();
  }
}

const handlers = [
  AssemblePromptHandler,
  CompareVersionsHandler,
  GetHistoryHandler,
  GetPartHandler,
  GetReleaseHandler,
  GetSessionHandler,
  GetSessionVersionHandler,
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

import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { CatalogueController } from './catalogue.controller.ts';
import { ChangeStreams } from './change-streams.ts';
import { ConfigurationController } from './configuration.controller.ts';
import { EDGE, type Edge } from './edge.ts';
import { LogController } from './log.controller.ts';
import { OperationController } from './operation.controller.ts';
import { ProblemFilter } from './problem.filter.ts';
import { PromptController } from './prompt.controller.ts';
import { SessionsController } from './sessions.controller.ts';
import { ViewsController } from './views.controller.ts';
import { VersionsController } from './versions.controller.ts';

@Module({})
export class EdgeHttpModule {}

/** The HTTP interface. `application` exports the buses and `Readiness`; `edgeAdapter` is the server under it. */
export function edgeHttpModule(application: DynamicModule, edge: Edge): DynamicModule {
  return {
    module: EdgeHttpModule,
    imports: [application],
    controllers: [
      PromptController,
      ConfigurationController,
      CatalogueController,
      VersionsController,
      SessionsController,
      LogController,
      ViewsController,
      OperationController,
    ],
    providers: [{ provide: EDGE, useValue: edge }, { provide: APP_FILTER, useClass: ProblemFilter }, ChangeStreams],
    exports: [ChangeStreams],
  };
}

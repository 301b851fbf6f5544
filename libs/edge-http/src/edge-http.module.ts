import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ACCESS, type EdgeAccess } from './access/edge-access.ts';
import { LoginController } from './access/login.controller.ts';
import { OpenIdController } from './access/open-id.controller.ts';
import { RightGuard } from './access/right.guard.ts';
import { CatalogueController } from './catalogue/catalogue.controller.ts';
import { ChangeStreams } from './log/change-streams.ts';
import { ConfigurationController } from './configuration/configuration.controller.ts';
import { EDGE, type Edge } from './server/edge.ts';
import { LogController } from './log/log.controller.ts';
import { openapi, OPENAPI } from './operation/openapi.ts';
import { OperationController } from './operation/operation.controller.ts';
import { operations } from './routes.ts';
import { ProblemFilter } from './server/problem.filter.ts';
import { PromptController } from './sessions/prompt.controller.ts';
import { SessionsController } from './sessions/sessions.controller.ts';
import { ViewsController } from './operation/views.controller.ts';
import { VersionsController } from './versions/versions.controller.ts';

@Module({})
export class EdgeHttpModule {}

/** The HTTP interface. `application` exports the buses and `Readiness`; `edgeAdapter` is the server under it. */
export function edgeHttpModule(application: DynamicModule, edge: Edge, access: EdgeAccess): DynamicModule {
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
      LoginController,
      OpenIdController,
    ],
    providers: [
      { provide: EDGE, useValue: edge },
      { provide: ACCESS, useValue: access },
      { provide: OPENAPI, useValue: openapi(operations) },
      { provide: APP_FILTER, useClass: ProblemFilter },
      { provide: APP_GUARD, useClass: RightGuard },
      ChangeStreams,
    ],
    exports: [ChangeStreams],
  };
}

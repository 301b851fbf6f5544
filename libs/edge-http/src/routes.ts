import * as access from './access/login.routes.ts';
import * as catalogue from './catalogue/catalogue.routes.ts';
import * as configuration from './configuration/configuration.routes.ts';
import * as log from './log/log.routes.ts';
import * as operation from './operation/operation.routes.ts';
import type { Route } from './routing/route.ts';
import * as sessions from './sessions/sessions.routes.ts';
import * as views from './operation/views.routes.ts';
import * as versions from './versions/versions.routes.ts';

/** Every route of the HTTP interface, by its operation id. */
export const operations: Readonly<Record<string, Route>> = {
  ...configuration,
  ...catalogue,
  ...versions,
  ...sessions,
  ...log,
  ...views,
  ...operation,
  ...access,
};
export const routes: readonly Route[] = Object.values(operations);

import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Readiness, type EventLog, type SubscribeOptions } from '@palimpsest/application';
import { ChangeStreams, edgeAdapter, edgeHttpModule } from '../src/index.ts';

/** The HTTP edge on a free port, with `answer` in place of the use cases. */
export interface Served {
  readonly url: string;
  readonly app: NestFastifyApplication;
  /** What came over the buses, in order. */
  readonly executed: object[];
  readonly reports: { readonly event: string; readonly details: object }[];
  /** `GET /v1/parts/*`, as the router knows them. */
  readonly routes: string[];
  readonly log: EventLog;
  /** The subscriptions to the log that are open. */
  readonly subscriptions: Set<SubscribeOptions>;
  close(): Promise<void>;
}

export async function serve(answer: (message: object) => unknown = () => ({})): Promise<Served> {
  const executed: object[] = [];
  const reports: Served['reports'] = [];
  const subscriptions = new Set<SubscribeOptions>();
  const routes: string[] = [];
  const execute = (message: object): Promise<unknown> => {
    executed.push(message);
    return Promise.resolve(message).then(answer);
  };
  class Application {}
  const given = [CommandBus, QueryBus].map((provide) => ({
    provide: provide,
    useValue: { execute },
  }));
  const ready = { provide: Readiness, useValue: { check: () => Promise.resolve({ ready: true, reasons: [] }) } };
  const providers = [...given, ready] as { provide: typeof Readiness; useValue: unknown }[];
  const edge = {
    log: logOf(subscriptions),
    team: 'default',
    limit: 1000,
    host: '127.0.0.1',
    report: (event: string, details: object) => void reports.push({ event, details }),
  };
  const access = {
    door: { authenticator: null, cookie: 'palimpsest' as const, rate: 0 },
    publicUrl: null,
    openId: null,
    problem: () => null,
  };
  const module = edgeHttpModule({ module: Application, providers, exports: providers }, edge, access);
  const adapter = edgeAdapter(edge, access);
  adapter.getInstance().addHook('onRoute', ({ method, url }) => void routes.push(`${String(method)} ${url}`));
  const options = { logger: false as const, bodyParser: false, abortOnError: false };
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- a class by name only
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
  await app.listen(0, '127.0.0.1');
  const close = async () => {
    app.get(ChangeStreams).endAll();
    app.getHttpServer().closeAllConnections();
    await app.close();
  };
  return { url: await app.getUrl(), app, executed, reports, routes, log: edge.log, subscriptions, close };
}

/** A log at position 7 that only remembers who follows it. */
function logOf(subscriptions: Set<SubscribeOptions>): EventLog {
  const log: Partial<EventLog> = {
    end: () => Promise.resolve(7n),
    subscribe(options) {
      subscriptions.add(options);
      return {
        unsubscribe: () => {
          subscriptions.delete(options);
          return Promise.resolve();
        },
      };
    },
  };
  return log as EventLog;
}

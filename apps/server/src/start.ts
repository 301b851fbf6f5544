import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { closeAll, Lifecycle } from '@palimpsest/application';
import { ChangeStreams, describeError, edgeAdapter } from '@palimpsest/edge-http';
import type { Logger } from 'pino';
import { openAccess } from './access.ts';
import { createLogger, nestLogger } from './logger.ts';
import { serverModule } from './server.module.ts';
import type { Settings } from './settings.ts';
import { stopListening } from './stop-listening.ts';
import { openStore, openViews } from './store.ts';

export interface RunningServer {
  /** `http://HOST:PORT`, with the actual port. */
  readonly url: string;
  /** Answers what is under way, ends event streams, and frees everything, also after a step that fails; then rejects. */
  close(): Promise<void>;
}

/** Starts the server; when it resolves, requests are answered. What was opened is closed again where it fails. */
export async function startServer(
  settings: Settings,
  logger = createLogger(settings.logLevel),
): Promise<RunningServer> {
  const undo: (() => unknown)[] = [];
  const close = () => closeAll(undo.splice(0).reverse());
  try {
    const access = await openAccess(settings, logger);
    undo.push(() => access.stop());
    const log = await openStore(settings);
    undo.push(() => log.close());
    const views = openViews(settings, (reason) => {
      logger.warn({ event: 'the file of the read models was replaced', reason });
    });
    undo.push(() => {
      views.close();
    });
    const app = await createApp(
      serverModule(settings, { log, views, access }, logger),
      edgeAdapter(settings, access),
      logger,
    );
    undo.push(() => app.get(Lifecycle).stop());
    undo.push(() => app.close());
    await app.init();
    const server = app.getHttpAdapter().getInstance();
    // Not by Nest, which writes a failure to the log as well.
    await server.listen({ port: settings.port, host: settings.host });
    undo.push(() => stopListening(server));
    undo.push(() => {
      app.get(ChangeStreams).endAll();
    });
    return { url: urlOf(app, settings.host), close };
  } catch (error) {
    // Why it does not start is what is told; the log has what stood in the way of tidying up.
    await close().catch((fault: unknown) => {
      logger.error({ event: 'stop_failed', error: describeError(fault) });
    });
    throw error;
  }
}

function createApp(module: DynamicModule, adapter: ReturnType<typeof edgeAdapter>, logger: Logger) {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- a class by name only
  return NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: nestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
}

function urlOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

import { afterAll, beforeAll } from '@jest/globals';
import { dataFolder, startProcess, type ServerProcess } from './server-process.ts';

/** The server of a spec file, on a data folder of its own: there for all of its tests, and gone with the folder after them. */
export interface OwnServer extends Pick<ServerProcess, 'url' | 'call'> {
  /** Stops it, and starts another on the same folder. */
  restart(): Promise<void>;
}

export function ownServer(): OwnServer {
  const data = dataFolder();
  let server: ServerProcess;
  const start = async () => {
    server = await startProcess(data.path);
  };
  beforeAll(start);
  afterAll(async () => {
    await server.stop();
    data.remove();
  });
  return {
    get url() {
      return server.url;
    },
    call: (...given) => server.call(...given),
    async restart() {
      await server.stop();
      await start();
    },
  };
}

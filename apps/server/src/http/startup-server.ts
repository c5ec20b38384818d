import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { failure } from './envelope.ts';

export type StartupServer = {
  readonly port: number;
  /** Gives the port back. */
  close(): Promise<void>;
};

/**
 * Holds the server's address while the database and the market start, and answers 503 to early callers. That
 * the address is taken shows here, before anything else was started.
 */
export async function openStartupServer(address: {
  readonly host: string;
  readonly port: number;
}): Promise<StartupServer> {
  const server = createServer((request, response) => {
    const isLive = request.url === '/livez'; // it is being started, which is no reason to start it again
    const body =
      isLive || request.url === '/healthz' || request.url === '/readyz'
        ? JSON.stringify({ status: isLive ? 'ok' : 'starting' })
        : JSON.stringify(failure('en', 503, 'maintenance'));
    response
      .writeHead(isLive ? 200 : 503, {
        'content-type': 'application/json',
        'retry-after': '2',
        'cache-control': 'no-store',
        connection: 'close',
      })
      .end(body);
  });
  await listen(server, address);
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A server that is just ending gives its port back within this. */
const TIMEOUT_MS = 4000;

/** Takes the address. Throws, with a text for the operator, when something else keeps it. */
async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      const listening = once(server, 'listening'); // or its error
      server.listen(port, host);
      await listening;
      return;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken) throw error;
      if (performance.now() > deadline) {
        throw new Error(`Port ${port} of ${host} is in use. Stop what uses it, or set PORT to another.`, {
          cause: error,
        });
      }
      await rest(100);
    }
  }
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure } from './envelope.ts';

export type WaitingRoom = {
  readonly port: number;
  /** Gives the port back. */
  close(): Promise<void>;
};

/**
 * Holds the server's address while the database and the market start, and answers 503 to whoever comes early. That the address is taken shows here,
 * before anything else was started.
 */
export async function openWaitingRoom(address: { readonly host: string; readonly port: number }): Promise<WaitingRoom> {
  const server = createServer((request, response) => {
    const body =
      request.url === '/healthz'
        ? JSON.stringify({ status: 'starting' })
        : JSON.stringify(failure('en', 503, 'maintenance'));
    response
      .writeHead(503, {
        'content-type': 'application/json; charset=utf-8',
        'retry-after': '2',
        'cache-control': 'no-store',
        connection: 'close',
      })
      .end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
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

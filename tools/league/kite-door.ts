import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/* What a Kite program of a league reaches: its stepped server, but for the market's time, which the league keeps. */

const HOST = '127.0.0.1';

type DoorSettings = {
  /** Of the stepped server. */
  readonly port: number;
  /** Answers a program's `POST /sim/advance`; undefined once the days are over, and then nothing is answered. */
  readonly advance: (body: string) => Promise<{ readonly status: number; readonly text: string } | undefined>;
  /** Requests begin and end. */
  readonly onBusy: (isBusy: boolean) => void;
};

export type KiteDoor = {
  readonly url: string;
  /** New orders that were taken so far, and refused. */
  readonly counts: { orders: number; refused: number };
  close(): void;
};

export async function openKiteDoor({ port, advance, onBusy }: DoorSettings): Promise<KiteDoor> {
  const counts = { orders: 0, refused: 0 };
  const sockets = new Set<Socket>();
  let open = 0;
  const server = createServer((request, response) => {
    onBusy(++open > 0);
    response.once('close', () => onBusy(--open > 0));
    if (request.url === '/sim/advance') return void answerAdvance(request, response, advance);
    if (request.url?.startsWith('/sim/')) return void response.writeHead(404).end(); // one account each
    const isOrder = request.method === 'POST' && request.url!.startsWith('/orders/');
    const { url: path, method, headers } = request;
    const forwarded = send({ host: HOST, port, path, method, headers }, (answer) => {
      if (isOrder) counts[answer.statusCode === 200 ? 'orders' : 'refused'] += 1;
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // The ticker.
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { method, url, rawHeaders } = request;
    const target = connect(port, HOST, () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
      target.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const)
      one.on('error', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const { port: own } = server.address() as AddressInfo; // a TCP server has one
  return {
    url: `http://${HOST}:${own}`,
    counts,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function answerAdvance(
  request: IncomingMessage,
  response: ServerResponse,
  advance: DoorSettings['advance'],
): Promise<void> {
  let body = '';
  for await (const part of request) body += String(part);
  const answer = await advance(body);
  if (answer) response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
}

import { expect, type Page } from '@playwright/test';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A network to the product that can be cut and mended, and that can pretend to bring a newer version of the app. */
export class Network {
  readonly #to: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  /** From now on the app seems to be another one: its worker differs, and the page names another entry. */
  newer = false;

  constructor(to: string) {
    this.#to = new URL(to);
  }

  get base(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async mend(): Promise<void> {
    const { hostname, port } = this.#to;
    const server = createServer((asked, answer) => {
      // Whole and readable, so that it can be changed on its way.
      const headers = { ...asked.headers };
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
      const onward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (response) => {
        const changes = this.newer && /^\/h5\/(sw\.js|index\.html|(\?.*)?)$/.test(asked.url ?? '');
        const { 'content-length': _length, etag: _etag, ...rest } = response.headers;
        answer.writeHead(response.statusCode ?? 502, changes ? rest : response.headers);
        if (!changes) return response.pipe(answer);
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => (text += part));
        response.on('end', () =>
          answer.end(
            asked.url === '/h5/sw.js' ? `${text}\n// newer` : text.replace(/(assets\/index-[\w-]+\.js)/g, '$1?newer'),
          ),
        );
        return undefined;
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('upgrade', (asked, socket, head) => {
      const onward = connect(Number(port), hostname, () => {
        const lines = asked.rawHeaders.flatMap((name, at) =>
          at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : [],
        );
        onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        onward.write(head);
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      socket.on('error', () => onward.destroy());
      socket.on('close', () => onward.destroy());
    });
    await new Promise<void>((resolve) => {
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port; // an address of a TCP server
    this.#server = server;
  }

  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/** Every request of the page since it was made, without those of the shell before `quiet`. */
export function requestLog(page: Page) {
  const log: string[] = [];
  let last = Date.now();
  page.on('request', (request) => {
    log.push(request.url());
    last = Date.now();
  });
  return {
    log,
    /** The shell fetches the other tabs' code ahead, and stops. */
    quiet: async (): Promise<void> => {
      await expect.poll(() => Date.now() - last, { timeout: 60_000 }).toBeGreaterThan(5000);
      log.length = 0;
    },
  };
}

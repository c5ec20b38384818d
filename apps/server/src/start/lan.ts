import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { HTTPS_BEYOND, MAX_PORT, type Lan } from '#src/ports/lan.ts';
import { answerExpectations } from '#src/http/broken-requests.ts';
import { openLanAuthority } from '#src/adapters/lan-authority.ts';
import type { Config } from '#src/config.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';

/** Networks that only this machine has: those of containers and virtual machines, and tunnels. */
const VIRTUAL = /^(docker|br-|bridge\d|veth|virbr|vmnet|vmware|vboxnet|virtualbox|utun|tun|tap|wg|zt)/i;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/;

type Interfaces = ReturnType<typeof networkInterfaces>;

/** This machine's addresses: in networks that phones of a house or a school are in, and others. */
export function findLanAddresses(interfaces: Interfaces = networkInterfaces()): Pick<Lan, 'addresses' | 'elsewhere'> {
  const all = Object.entries(interfaces)
    .flatMap(([name, ofInterface = []]) => (VIRTUAL.test(name) ? [] : ofInterface))
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
  return {
    addresses: all.filter((address) => PRIVATE.test(address)),
    elsewhere: all.filter((address) => !PRIVATE.test(address)),
  };
}

/** Opens the encrypted port; answers why it could not. */
async function listen(server: Server, host: string, port: number): Promise<Lan['whyNoHttps']> {
  if (port > MAX_PORT) return 'beyond';
  return new Promise((resolve) => {
    server.once('error', (error) => resolve('code' in error && error.code === 'EACCES' ? 'forbidden' : 'taken'));
    server.listen(port, host, () => resolve(undefined));
  });
}

/** What a client says when it trusts no certificate of ours (RFC 8446, 6.2). */
const DISTRUST = /ALERT_(UNKNOWN_CA|CERTIFICATE_UNKNOWN|BAD_CERTIFICATE|CERTIFICATE_EXPIRED)$/;
/** It is said of at most this number of clients, once of each. */
const MAX_CLIENTS = 100;

/** Says of each client that refuses the certificate what to do on it. */
export function tellDistrust(server: Server, lan: Pick<Lan, 'addresses' | 'port'>, log: Logger): void {
  const told = new Set<string>();
  // Before others hear of it, who let go of the line and with it of the address.
  server.prependListener('clientError', (error: Error & { readonly code?: string }, socket: Duplex) => {
    const client = ('remoteAddress' in socket ? String(socket.remoteAddress) : '').replace('::ffff:', '');
    if (!DISTRUST.test(error.code ?? '') || told.has(client) || told.size >= MAX_CLIENTS) return;
    told.add(client);
    const at = `http://${lan.addresses[0] ?? 'localhost'}:${lan.port}`;
    log.warn(
      { client },
      `a phone does not know the certificate of this server: open ${at}/ca on it, or use ${at}/h5/ instead`,
    );
  });
}

/**
 * Opens the network of the house, for LAN=on: finds the addresses and takes the encrypted port, which answers what an
 * app answers once it is ready to be served.
 */
export async function openLan({
  config,
  keysDir,
  port,
  log,
  shutdown,
}: {
  readonly config: Config;
  readonly keysDir: string;
  readonly port: number;
  readonly log: Logger;
  readonly shutdown: Shutdown;
}): Promise<{
  readonly lan: Lan;
  readonly serve: (app: FastifyInstance) => void;
  /** Resolves when the first other machine has come in. */
  readonly visited: Promise<void>;
}> {
  const now = Date.now();
  const { addresses, elsewhere } = findLanAddresses();
  const visit = Promise.withResolvers<void>();
  const own = new Set([...addresses, ...elsewhere]);
  const greet = ({ remoteAddress = '' }: Socket): void => {
    const from = remoteAddress.replace('::ffff:', '');
    if (from !== '' && !own.has(from) && !isLoopback(from)) visit.resolve();
  };
  const authority = await openLanAuthority(keysDir, now);
  const server = createServer({ ...(await authority.certify(addresses, now)), requireHostHeader: false });
  server.on('connection', greet);
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  let app: FastifyInstance | undefined;
  answerExpectations(server, { config, tellMarketTime: () => app?.tellMarketTime?.() });
  const httpsPort = port + HTTPS_BEYOND;
  tellDistrust(server, { addresses, port }, log);
  const whyNoHttps = await listen(server, config.HOST, httpsPort);
  server.on('request', (request, response) =>
    app ? app.routing(request, response) : void response.writeHead(503).end(),
  );
  server.on(
    'upgrade',
    (request, socket, head) => void (app ? app.server.emit('upgrade', request, socket, head) : socket.destroy()),
  );
  shutdown.add('https', () => {
    server.close();
    server.closeAllConnections();
  });
  const digest = createHash('sha256').update(authority.root).digest('hex').toUpperCase();
  return {
    lan: {
      addresses,
      elsewhere,
      port,
      httpsPort: whyNoHttps === undefined ? httpsPort : undefined,
      whyNoHttps,
      root: authority.root,
      fingerprint: digest.match(/../g)!.join(':'),
    },
    serve(ready) {
      app = ready;
      ready.server.on('connection', greet);
    },
    visited: visit.promise,
  };
}

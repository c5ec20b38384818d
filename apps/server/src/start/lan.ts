import { createHash } from 'node:crypto';
import { createServer } from 'node:https';
import { networkInterfaces } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Lan } from '#src/ports/lan.ts';
import { answerExpectations } from '#src/http/broken-requests.ts';
import { openLanAuthority } from '#src/adapters/lan-authority.ts';
import type { Config } from '#src/config.ts';
import type { Shutdown } from '#src/kernel/shutdown.ts';

/** The encrypted port stands so far beyond the other: 8443 for 8080. */
const HTTPS_BEYOND = 363;
const MAX_PORT = 65_535;

/** Networks that only this machine has: those of containers and virtual machines, and tunnels. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg)/;
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/;

type Interfaces = ReturnType<typeof networkInterfaces>;

/** This machine's addresses in networks that phones of a house or a school are in. */
export const findLanAddresses = (interfaces: Interfaces = networkInterfaces()): readonly string[] =>
  Object.entries(interfaces).flatMap(([name, all = []]) =>
    VIRTUAL.test(name)
      ? []
      : all
          .filter(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.test(address))
          .map(({ address }) => address),
  );

/**
 * Opens the network of the house, for LAN=on: finds the addresses and takes the encrypted port, which answers what an
 * app answers once it is ready to be served.
 */
export async function openLan({
  config,
  keysDir,
  port,
  shutdown,
}: {
  readonly config: Config;
  readonly keysDir: string;
  readonly port: number;
  readonly shutdown: Shutdown;
}): Promise<{ readonly lan: Lan; readonly serve: (app: FastifyInstance) => void }> {
  const now = Date.now();
  const addresses = findLanAddresses();
  const authority = await openLanAuthority(keysDir, now);
  const server = createServer({ ...(await authority.certify(addresses, now)), requireHostHeader: false });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  let app: FastifyInstance | undefined;
  answerExpectations(server, { config, tellMarketTime: () => app?.tellMarketTime?.() });
  const httpsPort = port + HTTPS_BEYOND;
  const isOpen =
    httpsPort <= MAX_PORT &&
    (await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(httpsPort, config.HOST, () => resolve(true));
    }));
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
      port,
      httpsPort: isOpen ? httpsPort : undefined,
      root: authority.root,
      fingerprint: digest.match(/../g)!.join(':'),
    },
    serve(ready) {
      app = ready;
    },
  };
}

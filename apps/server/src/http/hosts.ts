import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { findApi } from '#src/security/api-origin.ts';
import type { Config } from '#src/config.ts';

/** A name or an address, and a port: what a policy can name as a source, and nothing that could end it. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** What a Host may say at all. A name inside a network may have what no policy can name, but nothing that ends one. */
const PLAIN_HOST = /^[a-z0-9._:[\]-]+$/i;

/** The origin of a page, by the name under which it was asked for; undefined when that is no name. */
export function readOrigin({ protocol, host }: FastifyRequest): URL | undefined {
  const origin = `${protocol}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? new URL(origin) : undefined;
}

/**
 * Whether the name by which a request asks is believed: it is that of Host, which comes once. Proxies pass on
 * an `X-Forwarded-Host` that the caller wrote, so where it says another name than Host one of the two lies.
 * Only names of the configuration are answered to; without TLS also addresses and this machine's own names.
 * Any other name may be a stranger's that leads here, whose page in a member's browser would then be of our
 * origin (DNS rebinding).
 */
export function believesHost(config: Config): (request: FastifyRequest) => boolean {
  const { TLS, CONSOLE_HOST, KITE_HOST, API_ORIGIN, PUBLIC_ORIGINS } = config;
  const pages = PUBLIC_ORIGINS.map((origin) => new URL(origin));
  const apis = pages.flatMap((page) => findApi(API_ORIGIN, page)?.origin ?? []).map((origin) => new URL(origin));
  const known = new Set([...pages, ...apis].map(({ hostname }) => hostname));
  if (CONSOLE_HOST !== undefined) known.add(CONSOLE_HOST.toLowerCase());
  if (KITE_HOST !== undefined) known.add(KITE_HOST.toLowerCase());
  return (request) => {
    const { host = '', 'x-forwarded-host': forwarded } = request.raw.headers;
    if (!PLAIN_HOST.test(host) || countHosts(request) > 1) return false;
    if (forwarded !== undefined && !saysTheSame(String(forwarded), host)) return false;
    const name = request.hostname.toLowerCase();
    return known.has(name) || (TLS === 'none' && isOfThisMachine(name));
  };
}

/** An address leads nowhere else, and nor do the names that a machine has by itself. */
function isOfThisMachine(name: string): boolean {
  const own = hostname()
    .toLowerCase()
    .replace(/\.local$/, '');
  const isName = name === 'localhost' || name.endsWith('.localhost') || name === own || name === `${own}.local`;
  return isName || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** Node keeps the first of several Host headers; a proxy before it may have read another. */
const countHosts = ({ raw }: FastifyRequest): number =>
  raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

const saysTheSame = (forwarded: string, host: string): boolean =>
  forwarded.split(',').every((name) => name.trim().toLowerCase() === host.toLowerCase());

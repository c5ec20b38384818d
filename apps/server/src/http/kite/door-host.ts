import type { FastifyRequest } from 'fastify';
import type { Config } from '#src/config.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Without a word of the configuration the door is open to this machine's programs alone. */
export const hasDoor = ({ KITE, HOST, TLS }: Pick<Config, 'KITE' | 'HOST' | 'TLS'>): boolean =>
  KITE === undefined ? LOOPBACK.has(HOST) && TLS === 'none' : KITE === 'on';

/** Whether a request asks by a name under which the door stands: its own, or any where it has none. */
export const isAtDoor = (
  { KITE, HOST, TLS, KITE_HOST }: Pick<Config, 'KITE' | 'HOST' | 'TLS' | 'KITE_HOST'>,
  { hostname }: Pick<FastifyRequest, 'hostname'>,
): boolean =>
  hasDoor({ KITE, HOST, TLS }) && (KITE_HOST === undefined || hostname.toLowerCase() === KITE_HOST.toLowerCase());

/** Whether a program asks: at the door's own name, or with a key where the app stands beside it. */
export const isOfProgram = (
  config: Pick<Config, 'KITE' | 'HOST' | 'TLS' | 'KITE_HOST'>,
  request: Pick<FastifyRequest, 'hostname' | 'headers'>,
): boolean =>
  isAtDoor(config, request) && (config.KITE_HOST !== undefined || /^token /i.test(request.headers.authorization ?? ''));

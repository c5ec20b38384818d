import type { FastifyRequest } from 'fastify';
import type { Config } from '#src/config.ts';
import { isLoopback } from '#src/kernel/loopback.ts';

/** Whether only this machine's programs reach the server. */
export const isForThisMachine = ({ HOST, TLS }: Pick<Config, 'HOST' | 'TLS'>): boolean =>
  isLoopback(HOST) && TLS === 'none';

/** Without a word of the configuration the door is open to this machine's programs alone. */
export const hasDoor = ({ KITE, HOST, TLS }: Pick<Config, 'KITE' | 'HOST' | 'TLS'>): boolean =>
  KITE === undefined ? isForThisMachine({ HOST, TLS }) : KITE === 'on';

export type DoorConfig = Pick<Config, 'KITE' | 'HOST' | 'TLS' | 'KITE_HOST'>;
/** What is known of a request. */
export type Asked = Pick<FastifyRequest, 'hostname' | 'headers' | 'url'>;

/** Whether a request asks by a name under which the door stands: its own, or any where it has none. */
export const isAtDoor = (
  { KITE, HOST, TLS, KITE_HOST }: DoorConfig,
  { hostname }: Pick<FastifyRequest, 'hostname'>,
): boolean =>
  hasDoor({ KITE, HOST, TLS }) && (KITE_HOST === undefined || hostname.toLowerCase() === KITE_HOST.toLowerCase());

/** What the door has at the root. */
const PATHS =
  /^\/(connect|session|user|orders|trades|portfolio|margins|charges|instruments|quote|gtt|alerts|mf)(\/|\?|$)/;
export const isDoorPath = (url: string): boolean => PATHS.test(url);

/**
 * Whether a program asks: at the door's own name; where the app stands beside it, with a key or by a path of the door.
 */
export const isOfProgram = (config: DoorConfig, request: Asked): boolean =>
  isAtDoor(config, request) &&
  (config.KITE_HOST !== undefined || isDoorPath(request.url) || /^token /i.test(request.headers.authorization ?? ''));

import { hash } from 'node:crypto';
import {
  ATTEMPT_LIMITS,
  forgetAccountAttempts,
  giveBackAccountAttempt,
  toNetwork,
  takeAccountAttempt,
  type AttemptLimit,
} from '#modules/accounts/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@khara/rules';
import type { ConsoleBody, ConsoleData, ConsoleRefusals } from '@khara/contract';
import { randomId } from '#src/security/random-id.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { isStaffAsRecorded, STAFF, STAFF_DEVICES, STAFF_SESSIONS } from './recorded-staff-store.ts';
import { checkFactor } from './staff-factor.ts';
import * as store from './staff-store.ts';
import type { ConsoleDeps, ConsoleGuest, Staff } from './types.ts';

/**
 * A session ends after IDLE_MS without a call, and after LIFE_MS in any case. The database has the same two
 * (console.staff_of).
 */
const IDLE_MS = 15 * MINUTE_MS;
const LIFE_MS = 12 * HOUR_MS;
/** Time after its end within which a token differs from an unknown one. */
const REMEMBERED_MS = DAY_MS;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A browser without a sign-in for this time is a stranger again. A person has at most this number of them. */
const DEVICE_LIFE_MS = 90 * DAY_MS;
const MAX_DEVICES = 10;

const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export type Account = { readonly name: string; readonly password: string };

/**
 * The first accounts of the back office: those of the configuration, or two by chance. Answers those by
 * chance, to be shown once to the operator; nothing when staff exist already.
 */
export async function bootstrapStaff({
  config,
  door,
  clock,
  random,
  passwords,
}: Pick<ConsoleDeps, 'config' | 'door' | 'clock' | 'random' | 'passwords'>): Promise<readonly Account[]> {
  if (await store.isStaffed(door)) return [];
  const configured = config.CONSOLE_BOOTSTRAP;
  const accounts = configured ?? ['first', 'second'].map((name) => ({ name, password: randomId(random) }));
  const people = await Promise.all(
    accounts.map(async ({ name, password }, index) => ({
      number: `S${index + 1}`,
      name,
      passwordHash: await passwords.hash(password),
    })),
  );
  const isAdded = await door.transaction((tx) => store.addFirstStaff(tx, people, clock.now()));
  return isAdded && configured === undefined ? accounts : [];
}

type KeyedLimit = {
  readonly key: string;
  readonly limit: AttemptLimit;
  /** A right password clears it; otherwise it only gives back its own try. */
  readonly forgiven: boolean;
};

/**
 * The limits of failures that a sign-in draws on, as those of members do: a browser in which the person has
 * signed in before has one of its own. Any other shares one per network, which no right password clears, and
 * one per name.
 */
function signInLimits(name: string, address: string, device: Buffer | undefined): readonly KeyedLimit[] {
  if (device) {
    const key = `console-device:${device.toString('base64url')}`;
    return [{ key, limit: ATTEMPT_LIMITS.knownDevice, forgiven: true }];
  }
  return [
    { key: `console:${toNetwork(address)}`, limit: ATTEMPT_LIMITS.network, forgiven: false },
    { key: `console:${name}`, limit: ATTEMPT_LIMITS.unknownDevice, forgiven: true },
  ];
}

/** Takes one try from each limit, or from none. Answers 0 or the ms to wait. */
async function takeFromAll({ db, clock }: ConsoleDeps, limits: readonly KeyedLimit[]): Promise<number> {
  const taken: string[] = [];
  for (const { key, limit } of limits) {
    const waitMs = await takeAccountAttempt(db, key, limit, clock.now());
    if (waitMs > 0) {
      for (const earlier of taken) await giveBackAccountAttempt(db, earlier);
      return waitMs;
    }
    taken.push(key);
  }
  return 0;
}

/**
 * Signs in. Refuses, in this order: try_later (too many failures in a known browser; else from a network or
 * for a name), credentials_invalid, and what the second factor asks for (staff-factor.ts).
 */
export async function signIn(
  deps: ConsoleDeps,
  { address }: ConsoleGuest,
  { name: typed, password, device, ...asked }: ConsoleBody<'consoleSignIn'>,
): Promise<Result<ConsoleData<'consoleSignIn'>, ConsoleRefusals<'consoleSignIn'>>> {
  const { db, door, clock, random, passwords } = deps;
  const name = typed.toLowerCase();
  const person = await store.byName(door, name);
  // Asked for an unknown name too, so that both take the same time.
  const shown = device !== undefined && TOKEN.test(device) ? hashToken(device) : undefined;
  const since = clock.now() - DEVICE_LIFE_MS;
  const isKnown =
    shown !== undefined &&
    (await store.isDeviceOf(door, person?.number ?? '', shown, since)) &&
    (await isStaffAsRecorded(deps, STAFF_DEVICES, hash('sha256', shown)));
  const limits = signInLimits(name, address, isKnown ? shown : undefined);
  const waitMs = await takeFromAll(deps, limits);
  if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
  const isRight = await passwords.verify(password, person?.passwordHash);
  if (!isRight || !person || !(await isStaffAsRecorded(deps, STAFF, person.number)))
    return refuse('credentials_invalid');
  for (const { key, forgiven } of limits) await (forgiven ? forgetAccountAttempts : giveBackAccountAttempt)(db, key);
  const passed = await checkFactor(deps, person, asked);
  if (passed.refused !== undefined) return passed;
  const at = clock.now();
  const token = Buffer.from(random.bytes(32)).toString('base64url');
  await door.transaction((tx) => store.insertSession(tx, { tokenHash: hashToken(token), staff: person.number, at }));
  const kept = isKnown && device !== undefined ? device : Buffer.from(random.bytes(32)).toString('base64url');
  await door.transaction(async (tx) => {
    await store.keepDevice(tx, { tokenHash: hashToken(kept), staff: person.number, at });
    await store.forgetDevices(tx, person.number, { before: since, keep: MAX_DEVICES });
  });
  await store.forgetOld(door, at - LIFE_MS - REMEMBERED_MS);
  const { recoveryCodes } = passed.value;
  return done({
    token,
    device: kept,
    staff: { number: person.number, name: person.name },
    recoveryCodes: recoveryCodes === null ? null : [...recoveryCodes],
  });
}

export type PresentedStaff =
  | { readonly kind: 'live'; readonly staff: Staff; readonly tokenHash: Buffer }
  | { readonly kind: 'ended' | 'unknown' };

/**
 * Whose session a token is. Its use keeps it alive. Tokens of members are unknown here, as these are there:
 * each has a table of its own.
 */
export async function findSession(
  deps: Pick<ConsoleDeps, 'db' | 'door' | 'clock' | 'log'>,
  token: string,
  { isUse = true } = {},
): Promise<PresentedStaff> {
  if (!TOKEN.test(token)) return { kind: 'unknown' };
  const { door, clock } = deps;
  const tokenHash = hashToken(token);
  const row = await store.findSession(door, tokenHash);
  if (!row) return { kind: 'unknown' };
  const now = clock.now();
  // An instant ahead was written by no server: it keeps no session from its idle end.
  const wasSeen = now < row.lastSeenAt + IDLE_MS && row.lastSeenAt <= now + MINUTE_MS;
  const isLive = row.endedAt === undefined && wasSeen && now < row.createdAt + LIFE_MS;
  if (!isLive) return { kind: 'ended' };
  if (!(await isStaffAsRecorded(deps, STAFF_SESSIONS, hash('sha256', tokenHash)))) return { kind: 'unknown' };
  if (isUse) await store.markSessionSeen(door, tokenHash, now);
  return { kind: 'live', staff: { number: row.number, name: row.name }, tokenHash };
}

export const signOut = ({ door, clock }: Pick<ConsoleDeps, 'door' | 'clock'>, tokenHash: Buffer) =>
  door.transaction((tx) => store.endSession(tx, tokenHash, clock.now()));

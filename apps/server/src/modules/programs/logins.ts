import type { Body, Data, RefusalsOf } from '@khara/contract';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './key-store.ts';
import { hashSecret, isSameHash, newToken, deriveSecret } from './secrets.ts';
import { DAY_MS } from '@khara/rules';

/** How long a program has to exchange what its member's browser brought. */
const REQUEST_TOKEN_MS = 5 * 60_000;

/** An access token ends at the next 06:00 in India by the real clock, whatever the market's is: 00:30 UTC. */
const TOKENS_END_MS = 30 * 60_000;
const nextMorning = (now: number): number => now + DAY_MS - ((now - TOKENS_END_MS) % DAY_MS);

type LoginDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'keys' | 'pushes'> & Partial<Pick<Deps, 'log'>>;

/** Other tokens of a key, with what is kept of them. */
export function newLogin(deps: Pick<Deps, 'random'>, now: number, keyExpiresAt: number) {
  const [accessToken, refreshToken] = [newToken(deps), newToken(deps)];
  const until = Math.min(nextMorning(now), keyExpiresAt);
  return {
    accessToken,
    refreshToken,
    tokens: { access: hashSecret(accessToken), refresh: hashSecret(refreshToken), until },
  };
}

/**
 * Allows a program of one's own to log in: answers where the browser goes, with a token that the program
 * exchanges. Refuses, in this order: not_found (no key of this member that is good),
 * program_redirect_missing.
 */
export async function allowProgram(
  deps: LoginDeps,
  { member }: Pick<MemberCaller, 'member'>,
  { id }: Body<'allowProgram'>,
): Promise<Result<Data<'allowProgram'>, RefusalsOf<'allowProgram'>>> {
  const { db, clock } = deps;
  const now = clock.now();
  const key = await store.liveKey(db, id, now);
  if (key?.memberId !== member.userId || !(await isAsRecorded(deps, store.PROGRAM_KEYS, id)))
    return refuse('not_found', { field: 'id' });
  if (key.redirect === undefined) return refuse('program_redirect_missing');
  const token = newToken(deps);
  await db.transaction((tx) =>
    store.insertLogin(tx, id, { tokenHash: hashSecret(token), until: now + REQUEST_TOKEN_MS }),
  );
  const to = new URL(key.redirect);
  const said = { action: 'login', status: 'success', request_token: token };
  for (const [name, value] of Object.entries(said)) to.searchParams.set(name, value);
  return done({ redirect: to.href });
}

export type Login = {
  readonly key: store.LiveKey;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly at: number;
};

/** What a program sends to log in: a token that it was given, and a hash over it that proves the key's secret. */
type LoginProof = { readonly keyId: string; readonly token: string; readonly checksum: string };

/**
 * Exchanges the token of a login that its member allowed (`request`), or renews a login by its refresh token. The
 * access token before ends. Undefined: the key, the token or the checksum is wrong.
 */
export async function logIn(
  deps: LoginDeps,
  by: 'request' | 'refresh',
  { keyId, token, checksum }: LoginProof,
): Promise<Login | undefined> {
  const { db, clock } = deps;
  const at = clock.now();
  const key = await store.liveKey(db, keyId, at);
  const secret = deriveSecret(deps, keyId);
  const expected = hashSecret(keyId + token + secret);
  const isProved = isSameHash(Buffer.from(checksum, 'hex'), expected);
  if (!key || !isProved || !isSameHash(hashSecret(secret), key.secretHash ?? null)) return undefined;
  const { accessToken, refreshToken, tokens } = newLogin(deps, at, key.expiresAt);
  const given = hashSecret(token);
  if (!(await isAsRecorded(deps, store.PROGRAM_KEYS, keyId))) return undefined;
  if (by === 'request' && !(await isAsRecorded(deps, store.PROGRAM_LOGINS, store.loginId(given)))) return undefined;
  const ended = await db.transaction(async (tx) => {
    if (by === 'refresh') return store.setLogin(tx, keyId, tokens, given);
    return (await store.takeLogin(tx, keyId, given, at)) ? store.setLogin(tx, keyId, tokens) : undefined;
  });
  if (ended === undefined) return undefined;
  deps.pushes.endSessions(ended);
  return { key, accessToken, refreshToken, at };
}

/** Ends one token of a key. Answers whether the key had it. */
export async function logOut(
  { db, pushes }: Pick<Deps, 'db' | 'pushes'>,
  keyId: string,
  token: string,
): Promise<boolean> {
  const hash = hashSecret(token);
  const isOut = await db.transaction((tx) => store.forgetToken(tx, keyId, hash));
  if (isOut) pushes.endSessions([hash.toString('hex')]);
  return isOut;
}

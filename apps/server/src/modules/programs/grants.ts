import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { openSeal, seal } from '#src/security/seal.ts';
import { HOUR_MS } from '@khara/rules';
import * as store from './key-store.ts';
import { logOut } from './logins.ts';
import { hashSecret, isSameHash, newToken } from './secrets.ts';

/* How the client of an assistant comes by tokens (OAuth 2.1), once its member has let it in. */

/** How long an access token is good. */
const ACCESS_MS = HOUR_MS;
const MAX_LENGTH = 400;

type GrantDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'keys' | 'pushes'> & Partial<Pick<Deps, 'log'>>;

/** What a client is given. A refresh token is good once: which grant it is of is read from it, and that we made it. */
export type GrantTokens = {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly scope: store.Scope;
};

/** What a code and a refresh token say to us. */
type Sealed = { readonly id: string; readonly token: string };

const open = ({ keys }: GrantDeps, purpose: 'code' | 'refresh', text: string): Sealed | undefined =>
  openSeal<Sealed>(keys, purpose, text, { maxLength: MAX_LENGTH });

/** A grant of an assistant that is good now. */
export async function liveAssistant(
  deps: Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>,
  id: string,
): Promise<Pick<store.ProgramKey, 'memberId' | 'name' | 'scope'> | undefined> {
  const grant = await store.liveKey(deps.db, id, deps.clock.now());
  return grant?.clientHash && grant.pausedAt === undefined && (await isAsRecorded(deps, store.PROGRAM_KEYS, id))
    ? grant
    : undefined;
}

/** The assistants that a member let in, the newest first. */
export const listAssistants = (db: Queryable, memberId: string): Promise<readonly store.ProgramKey[]> =>
  store.listKeys(db, memberId, 'grants');
/** Their keys for programs, the newest first. */
export const listPrograms = (db: Queryable, memberId: string): Promise<readonly store.ProgramKey[]> =>
  store.listKeys(db, memberId);

/** The grant of what a client sent, if it is good and the client's own. */
async function liveGrant(deps: GrantDeps, id: string, clientId: string): Promise<store.LiveKey | undefined> {
  const grant = await store.liveKey(deps.db, id, deps.clock.now());
  if (!grant?.clientHash || !isSameHash(hashSecret(clientId), grant.clientHash)) return undefined;
  return (await isAsRecorded(deps, store.PROGRAM_KEYS, id)) ? grant : undefined;
}

function newTokens(deps: GrantDeps, { id, scope, expiresAt }: store.LiveKey) {
  const { keys, clock } = deps;
  const now = clock.now();
  const until = Math.min(now + ACCESS_MS, expiresAt);
  const token = newToken(deps);
  const refreshToken = seal(keys, 'refresh', { id, token: newToken(deps) } satisfies Sealed);
  return {
    given: {
      accessToken: `${id}.${token}`,
      refreshToken,
      expiresInSeconds: Math.floor((until - now) / 1000),
      scope,
    } satisfies GrantTokens,
    kept: { access: hashSecret(token), refresh: hashSecret(refreshToken), until } satisfies store.LoginTokens,
  };
}

/** Ends a grant whose code or refresh token came a second time: one of the two who have it stole it. */
async function endReused({ db, pushes, clock }: GrantDeps, { id, memberId }: store.LiveKey): Promise<undefined> {
  pushes.endSessions(
    await db.transaction((tx) => store.endKeys(tx, { memberId, id, reason: 'token_reused', now: clock.now() })),
  );
}

/**
 * Exchanges the code that a member's browser brought. `redirect` is compared where the client sends one. Undefined: the
 * code, its client, its redirect or its verifier is wrong, or it is over. A code that was exchanged before ends its
 * grant.
 */
export async function exchangeCode(
  deps: GrantDeps,
  sent: {
    readonly code: string;
    readonly clientId: string;
    readonly verifier: string;
    readonly redirect: string | undefined;
  },
): Promise<GrantTokens | undefined> {
  const { db, clock, pushes } = deps;
  const opened = open(deps, 'code', sent.code);
  const grant = opened && (await liveGrant(deps, opened.id, sent.clientId));
  if (!grant) return undefined;
  const hash = hashSecret(sent.code);
  const login = await store.readLogin(db, grant.id, hash);
  if (!login) return endReused(deps, grant);
  if (!(await isAsRecorded(deps, store.PROGRAM_LOGINS, store.loginId(hash)))) return undefined;
  if (login.challenge !== hashSecret(sent.verifier).toString('base64url')) return undefined;
  if (sent.redirect !== undefined && login.redirect !== sent.redirect) return undefined;
  const { given, kept } = newTokens(deps, grant);
  const ended = await db.transaction(async (tx) =>
    (await store.takeLogin(tx, grant.id, hash, clock.now())) ? store.setLogin(tx, grant.id, kept) : undefined,
  );
  if (ended === undefined) return undefined;
  pushes.endSessions(ended);
  return given;
}

/**
 * The next tokens of a grant; those before are good no more. Undefined: the token or its client is wrong, or the grant
 * is over. A refresh token that was used before ends its grant.
 */
export async function refreshGrant(
  deps: GrantDeps,
  sent: { readonly refreshToken: string; readonly clientId: string },
): Promise<GrantTokens | undefined> {
  const { db, pushes } = deps;
  const opened = open(deps, 'refresh', sent.refreshToken);
  const grant = opened && (await liveGrant(deps, opened.id, sent.clientId));
  if (!grant) return undefined;
  const { given, kept } = newTokens(deps, grant);
  const ended = await db.transaction((tx) => store.setLogin(tx, grant.id, kept, hashSecret(sent.refreshToken)));
  if (ended === undefined) return endReused(deps, grant);
  pushes.endSessions(ended);
  return given;
}

/** Ends what a client gives back: with its refresh token the grant, with its access token that one. */
export async function revokeToken(deps: GrantDeps, token: string): Promise<void> {
  const { db, clock, pushes } = deps;
  const refresh = open(deps, 'refresh', token);
  const [, id, access] = /^([a-z0-9]{16})\.(\S{1,128})$/.exec(token) ?? [];
  if (refresh) {
    const grant = await store.liveKey(db, refresh.id, clock.now());
    if (!grant || !isSameHash(hashSecret(token), grant.refreshTokenHash ?? null)) return;
    const end = { memberId: grant.memberId, id: grant.id, reason: 'revoked', now: clock.now() };
    pushes.endSessions(await db.transaction((tx) => store.endKeys(tx, end)));
  } else if (id !== undefined && access !== undefined) await logOut(deps, id, access);
}

import { BlockList, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Deps } from '#src/kernel/deps.ts';
import type { Member } from '#src/kernel/member.ts';
import * as store from './key-store.ts';
import { hashOf, isSameHash } from './secrets.ts';

const MINUTE_MS = 60_000;
/** How long what was read of a key is trusted: one that ended is refused within a second, in every server. */
const TRUSTED_MS = 1000;
const MOST_KEYS = 10_000;

/** A program that showed a token of its key, and the member for whom it acts. */
export type Program = { readonly keyId: string; readonly scope: store.Scope; readonly member: Member };

/** What a key and a token turned out to be. */
type PresentedKey =
  | { readonly kind: 'live'; readonly program: Program }
  /** The key, the token or both are unknown, or were ended. */
  | { readonly kind: 'unknown' }
  /** Both are right, and the caller is at an address that the key does not name. */
  | { readonly kind: 'elsewhere' };

type Known = {
  readonly row: store.SecretRow;
  readonly program: Program;
  readonly isHere: (address: string) => boolean;
  readonly readAt: number;
  savedUseAt: number;
};

interface KnownPrograms {
  find(keyId: string, token: string, address: string): Promise<PresentedKey>;
}

/** Keys as the database has them, remembered for a second. */
export function createKnownPrograms({ db, clock }: Pick<Deps, 'db' | 'clock'>): KnownPrograms {
  const known = new LRUCache<string, Known>({ max: MOST_KEYS });

  async function read(keyId: string, now: number): Promise<Known | undefined> {
    const row = await store.liveKey(db, keyId, now);
    if (!row) return undefined;
    const savedUseAt = Math.max(Number(row.last_used_at ?? 0n), known.get(keyId)?.savedUseAt ?? 0);
    const key = { row, program: programOf(row), isHere: allowing(row.addresses), readAt: now, savedUseAt };
    known.set(keyId, key);
    return key;
  }

  return {
    async find(keyId, token, address) {
      const now = clock.now();
      const last = known.get(keyId);
      const isFresh = last !== undefined && now - last.readAt < TRUSTED_MS && now < Number(last.row.expires_at);
      const key = isFresh ? last : await read(keyId, now);
      if (!key) return { kind: 'unknown' };
      const given = hashOf(token);
      const isOurs = [key.row.token_hash, key.row.login_token_hash].some((kept) => isSameHash(given, kept));
      if (!isOurs) return { kind: 'unknown' };
      if (!key.isHere(address)) return { kind: 'elsewhere' };
      if (now - key.savedUseAt >= MINUTE_MS) {
        key.savedUseAt = now;
        store.markUsed(db, keyId, address, now).catch(() => undefined);
      }
      return { kind: 'live', program: key.program };
    },
  };
}

/** Of logins that programs hold, those that are good no more: the key ended, or this token of it. */
export async function overOf<Held extends { readonly keyId: string; readonly token: string }>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  held: readonly Held[],
): Promise<readonly Held[]> {
  const ids = [...new Set(held.map(({ keyId }) => keyId))];
  const live = new Map((await store.liveTokens(db, ids, clock.now())).map((row) => [row.id, row]));
  return held.filter(({ keyId, token }) => {
    const row = live.get(keyId);
    return !row || ![row.token_hash, row.login_token_hash].some((kept) => isSameHash(hashOf(token), kept));
  });
}

/** A key that may trade stands for the transaction password; one that may read never does. */
const programOf = ({ id, member_id: userId, number, scope, expires_at: until }: store.SecretRow): Program => ({
  keyId: id,
  scope,
  member: {
    userId,
    accountKey: Number(number),
    sessionId: id,
    tokenHash: '',
    transactionPasswordUntil: scope === 'trade' ? Number(until) : undefined,
  },
});

function allowing(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true;
  const listed = new BlockList();
  for (const address of addresses) listed.addAddress(address, familyOf(address));
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return listed.check(plain, familyOf(plain));
  };
}

const familyOf = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4');

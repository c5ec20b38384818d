import { BlockList, isIPv6 } from 'node:net';
import { MINUTE_MS } from '@khara/rules';
import { LRUCache } from 'lru-cache';
import { isAsRecorded } from '#modules/ledger/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { createBuckets } from '#src/kernel/buckets.ts';
import type { KnownPrograms, Program } from '#src/ports/programs.ts';
import * as store from './key-store.ts';
import { hashSecret, isSameHash } from './secrets.ts';

/** How long what was read of a key is trusted: one that ended is refused within a second, in every server. */
const TRUSTED_MS = 1000;
const MAX_KEYS = 10_000;
/** Look-ups of one key from one address: as many as the door takes calls. */
const LOOK_UPS = { atOnce: 10, perSecond: 10 } as const;

type Known = {
  readonly row: store.LiveKey;
  readonly program: Program;
  readonly isHere: (address: string) => boolean;
  readonly readAt: number;
  savedUseAt: number;
};

/**
 * Keys as the database has them, remembered for a second by the hash of their access token: one that is not known is
 * looked up before it is refused.
 */
export function createKnownPrograms(deps: Pick<Deps, 'db' | 'clock'> & Partial<Pick<Deps, 'log'>>): KnownPrograms {
  const { db, clock } = deps;
  const known = new LRUCache<string, Known>({ max: MAX_KEYS });
  const lookUps = createBuckets(clock, LOOK_UPS);
  // Counts what was forgotten: an answer of the database that was asked before must not be remembered after.
  let forgotten = 0;

  async function read(keyId: string, hash: Buffer, now: number): Promise<Known | undefined> {
    const asked = forgotten;
    const row = await store.liveKey(db, keyId, now);
    if (!row || now >= row.tokenUntil || !isSameHash(hash, row.tokenHash ?? null)) return undefined;
    if (!(await isAsRecorded(deps, store.PROGRAM_KEYS, keyId))) return undefined;
    const token = hash.toString('hex');
    const savedUseAt = Math.max(Number(row.lastUsedAt ?? 0n), known.get(token)?.savedUseAt ?? 0);
    const key = { row, program: toProgram(row), isHere: allowing(row.addresses), readAt: now, savedUseAt };
    if (asked === forgotten) known.set(token, key);
    return key;
  }

  return {
    async find(keyId, token, address) {
      const now = clock.now();
      const hash = hashSecret(token);
      const last = known.get(hash.toString('hex'));
      const isFresh = last?.row.id === keyId && now - last.readAt < TRUSTED_MS && now < last.row.tokenUntil;
      if (!isFresh && !lookUps.take(`${keyId} ${address}`)) return { kind: 'too_many' };
      const key = isFresh ? last : await read(keyId, hash, now);
      if (!key) return { kind: 'unknown' };
      if (!key.isHere(address)) return { kind: 'elsewhere' };
      if (key.row.pausedAt !== undefined) return { kind: 'paused' };
      if (now - key.savedUseAt >= MINUTE_MS) {
        key.savedUseAt = now;
        store.markUsed(db, keyId, address, now).catch(() => undefined);
      }
      const { program } = key;
      return program.assistant
        ? { kind: 'assistant', program: { ...program, assistant: program.assistant } }
        : { kind: 'live', program };
    },
    forget(tokenHashes) {
      forgotten += 1;
      for (const hash of tokenHashes) known.delete(hash);
    },
  };
}

/** Of logins that programs hold, those that are good no more: the key ended, or this token of it. */
export async function findOver<Held extends { readonly keyId: string; readonly token: string }>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  held: readonly Held[],
): Promise<readonly Held[]> {
  const ids = [...new Set(held.map(({ keyId }) => keyId))];
  const live = new Map((await store.liveTokens(db, ids, clock.now())).map((row) => [row.id, row]));
  return held.filter(({ keyId, token }) => {
    const row = live.get(keyId);
    return !row || !isSameHash(hashSecret(token), row.tokenHash ?? null);
  });
}

/** A key that may trade stands for the transaction password; one that may read never does. */
const toProgram = (key: store.LiveKey): Program => {
  const { id, deviceOnly, memberId: userId, number, scope, tokenUntil: until } = key;
  return {
    keyId: id,
    scope,
    ...(key.clientHash && { assistant: { name: key.name, asks: key.asks ?? false } }),
    member: {
      userId,
      accountKey: Number(number),
      sessionId: id,
      tokenHash: '',
      deviceOnly,
      transactionPasswordUntil: scope === 'trade' ? until : undefined,
    },
  };
};

function allowing(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true;
  const listed = new BlockList();
  for (const address of addresses) listed.addAddress(address, addressFamily(address));
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return listed.check(plain, addressFamily(plain));
  };
}

const addressFamily = (address: string): 'ipv6' | 'ipv4' => (isIPv6(address) ? 'ipv6' : 'ipv4');

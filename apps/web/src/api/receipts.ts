import type { WireReceipt } from '@khara/proof';
import { readStored, readStoredJson, store } from '#lib/storage.ts';

/**
 * Receipts of a member on this device: the operator's signed promises to have entries in the log within ten
 * seconds. They name no amount and no account, and stay when their member signs out, as evidence; only the
 * member's own session can claim them (features/proof/log-watch.ts).
 */
type KeptReceipt = WireReceipt & {
  /** When it came, by the clock of this device. */
  readonly cameAt: number;
  /** The log that this device followed when it came, and its pinned key; absent when it followed none. */
  readonly log?: string;
  readonly pinned?: string;
  readonly state: 'open' | 'proved' | 'broken';
};

/** Newest receipts of a member that are kept: some 700 bytes each. */
const MAX_RECEIPTS = 200;
const storageKey = (owner: string): string => `receipts:${owner}`;

export function keptReceipts(owner: string): readonly KeptReceipt[] {
  const kept = readStoredJson(storageKey(owner));
  return Array.isArray(kept) ? (kept as KeptReceipt[]) : []; // written by us below
}

/**
 * Keeps what an answer carries, each once; true when there was a new one. Two promises about one entry in two
 * versions are two.
 */
export function keepReceipts(owner: string, data: unknown): boolean {
  const carried = receiptsIn(data);
  if (carried.length === 0) return false;
  const kept = keptReceipts(owner);
  const known = new Set(kept.map(({ uid, leaf }) => uid + leaf));
  const fresh = carried.filter(({ uid, leaf }) => !known.has(uid + leaf));
  if (fresh.length === 0) return false;
  const log = readStored('log');
  const pinned = log === null ? undefined : (readStoredJson(`log:${log}`) as { publicKey?: string })?.publicKey;
  const as = {
    cameAt: Date.now(),
    ...(log !== null && { log }),
    ...(pinned !== undefined && { pinned }),
    state: 'open' as const,
  };
  write(owner, [...kept, ...fresh.map((receipt) => ({ ...receipt, ...as }))]);
  return true;
}

/** What has become of them. */
export const settleReceipts = (owner: string, uids: readonly string[], state: 'proved' | 'broken'): void =>
  write(
    owner,
    keptReceipts(owner).map((receipt) => (uids.includes(receipt.uid) ? { ...receipt, state } : receipt)),
  );

const write = (owner: string, receipts: readonly KeptReceipt[]): void =>
  store(storageKey(owner), JSON.stringify(receipts.slice(-MAX_RECEIPTS)));

type Receipt = Pick<KeptReceipt, 'uid' | 'leaf' | 'at' | 'index' | 'size' | 'path' | 'signer' | 'signature'>;

function receiptsIn(data: unknown): readonly Receipt[] {
  const { list } = (data ?? {}) as { list?: readonly unknown[] }; // of any answer
  return (list ?? [data]).flatMap((one) => {
    const { receipt } = (one ?? {}) as { receipt?: Partial<Receipt> | null }; // the boundary: checked field by field
    if (typeof receipt?.uid !== 'string' || typeof receipt.leaf !== 'string') return [];
    if (typeof receipt.at !== 'number' || typeof receipt.signer !== 'string') return [];
    if (typeof receipt.signature !== 'string') return [];
    const { uid, leaf, at, index, size, path, signer, signature } = receipt;
    if (typeof index !== 'number' || typeof size !== 'number' || !path?.every((one) => typeof one === 'string'))
      return [];
    return [{ uid, leaf, at, index, size, path, signer, signature }];
  });
}

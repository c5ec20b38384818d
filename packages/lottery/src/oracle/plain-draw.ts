import { concat, hash, lp, raw, treeRoot, u32, u64, utf8 } from '@khara/proof';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Application, OpenOffering } from '../index.ts';

/**
 * A draw as `khara/draw/1` is written down: one hash after the other by a library, wide integers, sorting by
 * bytes. Slow on purpose and sharing no code with the fast one, it says what the fast one must do.
 */
export function plainDraw(draw: {
  readonly open: OpenOffering;
  readonly openHash: Uint8Array;
  readonly seed: Uint8Array;
  readonly entropy: Uint8Array;
  readonly applications: readonly Application[];
}): { readonly listRoot: Uint8Array; readonly key: Uint8Array; readonly order: readonly string[] } {
  const list = [...draw.applications].sort((a, b) => compare(utf8(a.applicationId), utf8(b.applicationId)));
  const listRoot = treeRoot(list.map(plainLeaf));
  const info = concat(lp('khara/draw/key/1'), listRoot, u64(list.length));
  const key = hkdf(sha256, concat(raw(draw.seed, 32), raw(draw.entropy, 32)), draw.openHash, info, 32);
  const order = list.map(({ applicationId }) => applicationId);
  const nextWord = plainWords(key);
  for (let last = order.length - 1; last >= 1; last -= 1) {
    const other = plainBelow(last + 1, nextWord);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return { listRoot, key, order };
}

export const plainLeaf = ({ applicationId, lots, who }: Application): Uint8Array =>
  hash(new Uint8Array([0]), lp('khara/draw/app/1'), lp(applicationId), u32(lots), raw(who, 32));

export const plainWho = (userId: string, requestId: string): Uint8Array =>
  hash(lp('khara/draw/who/1'), lp(userId), lp(requestId));

export function plainWords(key: Uint8Array): () => bigint {
  let counter = 0n;
  const waiting: bigint[] = [];
  return () => {
    if (waiting.length === 0) {
      const bytes = hmac(sha256, key, u64(counter));
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let word = 0; word < 4; word += 1) waiting.push(view.getBigUint64(word * 8));
      counter += 1n;
    }
    return waiting.shift()!;
  };
}

export function plainBelow(bound: number, nextWord: () => bigint): number {
  const wide = BigInt(bound);
  const fair = 2n ** 64n - (2n ** 64n % wide);
  for (;;) {
    const word = nextWord();
    if (word < fair) return Number(word % wide);
  }
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

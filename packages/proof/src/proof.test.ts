import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkChain,
  completeParts,
  consistencyPath,
  consistencyRanges,
  encodeEntry,
  entryLeaf,
  FIRST_HEAD,
  fromBase64,
  hex,
  i64,
  inclusionPath,
  inclusionRanges,
  nodeHash,
  joinParts,
  isConsistent,
  isIncluded,
  isSignedReceipt,
  nextHead,
  derivePublicKey,
  readCheckpoint,
  recordLeaf,
  signCheckpoint,
  makeSigner,
  signReceipts,
  toBase64,
  treeRoot,
  u32,
  u64,
  unhex,
  type Entry,
  type LoggedEntry,
} from './index.ts';

/** The worked example of the design: a recharge of Rs 1,000, an order that holds Rs 250 of it, a record. */
const member = { owner: 'u:u1', asset: 'INR' } as const;
const recharge: Entry = {
  uid: '01900000-0000-7000-8000-000000000001',
  kind: 'recharge',
  ref: 'RC1',
  actor: 'system',
  marketDate: '2026-01-02',
  at: 1_767_225_600_000,
  salt: unhex('000102030405060708090a0b0c0d0e0f'),
  lines: [
    { owner: 'x', asset: 'INR', code: 301, amount: -100_000n },
    { ...member, code: 101, amount: 100_000n, after: 100_000n, seq: 1n, prev: FIRST_HEAD },
  ],
};
const headAfterRecharge = nextHead(FIRST_HEAD, entryLeaf(recharge), 2);
const hold: Entry = {
  uid: '01900000-0000-7000-8000-000000000002',
  kind: 'order_hold',
  ref: 'ORD1',
  actor: 'user',
  marketDate: '2026-01-02',
  at: 1_767_225_600_001,
  salt: unhex('101112131415161718191a1b1c1d1e1f'),
  lines: [
    { ...member, code: 101, amount: -25_000n, after: 75_000n, seq: 2n, prev: headAfterRecharge },
    { ...member, code: 102, amount: 25_000n, after: 25_000n, seq: 1n, prev: FIRST_HEAD },
  ],
};
const opened = recordLeaf({
  uid: '01900000-0000-7000-8000-000000000003',
  type: 'offering.open',
  at: 1_767_225_600_002,
  salt: unhex('202122232425262728292a2b2c2d2e2f'),
  json: '{"offeringId":"IPO-DEMO"}',
});
const leaves = [entryLeaf(recharge), entryLeaf(hold), opened];
const logged = (entry: Entry): LoggedEntry => ({ ...entry, leaf: entryLeaf(entry) });
const seed = new Uint8Array(32).fill(1);
const key = { name: 'khara.example/demo', publicKey: derivePublicKey(seed) };

const leaf = (index: number): Uint8Array => createHash('sha256').update(String(index)).digest();

describe('the worked example', () => {
  it('hashes entries and records to their leaves', () => {
    expect(encodeEntry(recharge)).toHaveLength(251);
    expect(leaves.map(hex)).toEqual([
      'b854bbf7f9e11ffe5c030ed4e4d550ff57902b8afb7451a7edcb9be3772a485f',
      '565d6c5b578f8c54f7169aecfe444901d472b4ba4f807495a8158c14fdce104a',
      '8aef894475f1630fb37a042630aaa663bb32f279fb87f023063002b689b01214',
    ]);
  });

  it('chains the accounts', () => {
    expect(hex(headAfterRecharge)).toBe('b07e2cd71e5e12aaa4e1e9b4130141d12e0a4b503fda148f8ac629e89af5cb1d');
    const check = checkChain([logged(recharge), logged(hold)]);
    if (!check.ok) throw new Error(check.fault);
    const heads = [...check.heads].map(([account, { balance, seq: place, head }]) => [
      account,
      balance,
      place,
      hex(head),
    ]);
    expect(heads).toEqual([
      ['u:u1INR101', 75_000n, 2n, 'b872d09c75c5bcda0b397019f162a761a68ea4fe49122210f660da6773539787'],
      ['u:u1INR102', 25_000n, 1n, '53fbd34f710527c18dc1e7b133669ab4423188ed24bbffb765b01d0bb1f5ad67'],
    ]);
  });

  it('builds the tree and its proofs', () => {
    expect(hex(treeRoot([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(treeRoot(leaves.slice(0, 2)))).toBe('a86f914725d86549f5e2377d44fb2afd81fbd9beb0c4ca618b6a78413caa407b');
    expect(hex(treeRoot(leaves))).toBe('46a64dd324add8f9d4ebb4fe0711da46c7f77894e5d135a9965e699bdd7549f1');
    expect(inclusionPath(leaves, 1)).toEqual([leaves[0], leaves[2]]);
    expect(consistencyPath(leaves, 2)).toEqual([leaves[2]]);
  });

  it('signs the checkpoint and the receipt', () => {
    expect(hex(key.publicKey)).toBe('8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c');
    const note = signCheckpoint({ name: key.name, size: 3, root: treeRoot(leaves), timeMs: 1_767_225_602_000 }, seed);
    expect(note.split('\n')[5]).toBe(
      '\u2014 khara.example/demo K4I14pRnmk2rDPM7StAw7xap9mCKMI28PopZ14qKYAI3BjldKcJ42htU+7o3n0duclAup2zQu+hYAUWSUByre5Ld0gs=',
    );
    expect(readCheckpoint(note, key)).toMatchObject({ ok: true, checkpoint: { size: 3, timeMs: 1_767_225_602_000 } });
    const receipt = { uid: recharge.uid, leaf: entryLeaf(recharge), at: recharge.at };
    expect(signReceipts([receipt], makeSigner(seed)).map(({ signature }) => hex(signature))).toEqual([
      '8dbf927b259850c8125ad9ba45cb511998cb4e088392331c39a324d456e2ef33bb5c392a2dd5b7d863fdae8d98f0399b9336e2f672110d19d97c2e0f769adf04',
    ]);
  });
});

describe('a statement', () => {
  const [first, second] = [logged(recharge), logged(hold)];
  const forged = (changes: Partial<Entry>): LoggedEntry => logged({ ...hold, ...changes });
  const [spend, freeze] = hold.lines;

  it.each([
    ['an entry left out', [second], 'seq_gap'],
    ['two entries swapped', [second, first], 'seq_gap'],
    ['an entry twice', [first, second, second], 'seq_gap'],
    [
      'an amount changed under its old leaf',
      [first, { ...second, lines: [{ ...spend!, amount: -1n }, freeze!] }],
      'leaf_mismatch',
    ],
    ['money from nowhere', [first, forged({ lines: [spend!] })], 'not_zero_sum'],
    ['a wrong balance', [first, forged({ lines: [{ ...spend!, after: 75_001n }, freeze!] })], 'balance_mismatch'],
    ['another past', [first, forged({ lines: [{ ...spend!, prev: FIRST_HEAD }, freeze!] })], 'head_mismatch'],
    [
      "a member's line without its place",
      [first, forged({ lines: [{ ...member, code: 101, amount: -25_000n }, freeze!] })],
      'seq_gap',
    ],
  ] as const)('with %s is refused', (_, entries, fault) => {
    expect(checkChain(entries)).toMatchObject({ ok: false, fault });
  });

  it('of one account does not ask for the entries of another', () => {
    expect(checkChain([second], 'u:u1INR102').ok).toBe(true);
    expect(checkChain([second]).ok).toBe(false);
  });
});

describe('the tree', () => {
  const some = fc.integer({ min: 1, max: 70 }).map((count) => Array.from({ length: count }, (_, index) => leaf(index)));

  it('proves every leaf at its place and nowhere else', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.nat(), (tree, pick, other) => {
        const index = pick % tree.length;
        const size = tree.length;
        const proof = { index, size, leaf: tree[index]!, path: inclusionPath(tree, index), root: treeRoot(tree) };
        expect(isIncluded(proof)).toBe(true);
        const elsewhere = other % (size + 2);
        if (elsewhere !== index) expect(isIncluded({ ...proof, index: elsewhere })).toBe(false);
        expect(isIncluded({ ...proof, leaf: leaf(99) })).toBe(false);
        expect(isIncluded({ ...proof, path: [...proof.path, leaf(99)] })).toBe(false);
        if (proof.path.length > 0) expect(isIncluded({ ...proof, path: proof.path.slice(1) })).toBe(false);
      }),
    );
  });

  it('proves every beginning of itself and no other', () => {
    fc.assert(
      fc.property(some, fc.nat(), (tree, pick) => {
        const size1 = pick % (tree.length + 1);
        const [root1, root2] = [treeRoot(tree.slice(0, size1)), treeRoot(tree)];
        const proof = { size1, size2: tree.length, root1, root2, path: consistencyPath(tree, size1) };
        expect(isConsistent(proof)).toBe(true);
        expect(isConsistent({ ...proof, root1: leaf(99) })).toBe(false);
        if (size1 > 0) expect(isConsistent({ ...proof, root2: leaf(99) })).toBe(false);
        expect(isConsistent({ ...proof, path: [...proof.path, leaf(99)] })).toBe(false);
      }),
    );
  });
});

/** A log as the server keeps it: leaves, and above them the nodes that are complete. */
const partsOf = (tree: readonly Uint8Array[]) => {
  const levels = [[...tree]];
  for (let below = levels[0]!; below.length > 1; below = levels.at(-1)!) {
    const pairs = Math.floor(below.length / 2);
    levels.push(Array.from({ length: pairs }, (_, at) => nodeHash(below[2 * at]!, below[2 * at + 1]!)));
  }
  return ({ from, to }: { from: number; to: number }) =>
    joinParts(completeParts({ from, to }).map((part) => levels[part.level]![part.index]!));
};

describe('the complete parts of a tree', () => {
  it('are enough for every root and every proof', () => {
    for (let size = 0; size <= 40; size += 1) {
      const tree = Array.from({ length: size }, (_, index) => leaf(index));
      const rootOf = partsOf(tree);
      expect(rootOf({ from: 0, to: size })).toEqual(treeRoot(tree));
      for (let at = 0; at < size; at += 1) {
        expect(inclusionRanges(at, size).map(rootOf)).toEqual(inclusionPath(tree, at));
        expect(consistencyRanges(at, size).map(rootOf)).toEqual(consistencyPath(tree, at));
      }
    }
  });
});

describe('a checkpoint', () => {
  const note = signCheckpoint({ name: key.name, size: 3, root: treeRoot(leaves), timeMs: 5 }, seed);
  const stranger = { ...key, publicKey: derivePublicKey(new Uint8Array(32).fill(2)) };

  it.each([
    ['another size', note.replace('\n3\n', '\n4\n'), 'bad_signature'],
    ['a leading zero', note.replace('\n3\n', '\n03\n'), 'malformed'],
    ['another log', note.replaceAll('khara.example/demo', 'khara.example/else'), 'other_log'],
    ['no signature', note.slice(0, note.indexOf('\n\n') + 2), 'not_signed'],
    ['no end', note.slice(0, -1), 'malformed'],
  ])('with %s is not believed', (_, text, fault) => {
    expect(readCheckpoint(text, key)).toEqual({ ok: false, fault });
  });

  it('is believed under the pinned key only, whatever other keys have signed', () => {
    expect(readCheckpoint(`${note}\u2014 witness.example AAAAAAAA\n`, key).ok).toBe(true);
    expect(readCheckpoint(note, stranger)).toEqual({ ok: false, fault: 'not_signed' });
  });

  it('and a receipt hold for exactly what was signed', () => {
    const receipt = { uid: hold.uid, leaf: entryLeaf(hold), at: hold.at };
    for (const size of [1, 2, 3, 64, 65]) {
      const all = signReceipts(
        Array.from({ length: size }, (_, n) => ({ ...receipt, at: receipt.at + n })),
        makeSigner(seed),
      );
      expect(all.every((one) => isSignedReceipt(one))).toBe(true);
      const last = all.at(-1)!;
      expect(isSignedReceipt({ ...last, at: 1 })).toBe(false);
      expect(isSignedReceipt({ ...last, index: last.index + 1 })).toBe(false);
      expect(isSignedReceipt({ ...last, size: size + 1 })).toBe(false);
      expect(isSignedReceipt({ ...last, path: [...last.path, last.leaf] })).toBe(false);
      expect(isSignedReceipt({ ...last, path: last.path.slice(1), index: 0 })).toBe(size === 1);
      expect(isSignedReceipt({ ...last, signer: stranger.publicKey })).toBe(false);
      expect(isSignedReceipt({ ...last, signature: last.signature.slice(1) })).toBe(false);
    }
  });
});

describe('bytes', () => {
  it('write integers big-endian and refuse what does not fit', () => {
    expect(hex(u32(0x01020304))).toBe('01020304');
    expect(hex(i64(-1n))).toBe('ffffffffffffffff');
    for (const value of [-1, 0, 2 ** 32 + 5, -(2 ** 40) - 3, Number.MAX_SAFE_INTEGER])
      expect(i64(value)).toEqual(i64(BigInt(value)));
    for (const value of [-1, 2 ** 32, 1.5]) expect(() => u32(value)).toThrow(RangeError);
    expect(() => u64(-1n)).toThrow(RangeError);
    expect(() => i64(2n ** 63n)).toThrow(RangeError);
  });

  it('go through base64 as everywhere else, and one value has one text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(text)).toEqual(bytes);
      }),
    );
    for (const text of ['AA', 'AB==', 'A===', 'AAA A', 'AA=A']) expect(fromBase64(text)).toBeUndefined();
  });
});

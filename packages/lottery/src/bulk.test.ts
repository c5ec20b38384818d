import { concat, hash, hex, lp, raw, treeRoot, u32, u64 } from '@khara/proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Message } from './bulk/message.ts';
import { rootOfLeaves } from './bulk/tree.ts';
import { listLeaves } from './draw-list.ts';
import {
  allotmentDigest,
  below,
  DrawWords,
  openHash,
  runDraw,
  seedHash,
  sortedList,
  whoHash,
  type Application,
  type OpenOffering,
  type Words,
} from './index.ts';
import { plainBelow, plainDraw, plainLeaf, plainWho, plainWords } from './oracle/plain-draw.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const who = bytes32;
const lots = fc.integer({ min: 1, max: 13 });
/** Ids as the server makes them, and whatever else a file may hold. */
const id = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }).map((n) => `IPO-DEMO-0-${String(n).padStart(6, '0')}`),
  fc.string({ unit: 'binary', maxLength: 90 }),
);

const hashOf = (message: Message): string => {
  const out = new Uint8Array(40);
  message.hashTo(out, 8);
  return hex(out.subarray(8));
};

describe('hashing a list', () => {
  it('gives the hashes of the library at every length, whatever was hashed before', () => {
    const message = new Message(new Uint8Array([7]));
    for (const length of [...Array(200).keys(), 1_000, 70_000, 3]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256);
      expect(hashOf(message.begin().raw(bytes, length))).toBe(hex(hash(new Uint8Array([7]), bytes)));
    }
  });

  it('encodes numbers and texts as every proof does', () => {
    const message = new Message(lp('khara'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), bytes32, (text, number, some) => {
        expect(hashOf(message.begin().text(text).u32(number).raw(some, 32))).toBe(
          hex(hash(lp('khara'), lp(text), u32(number), raw(some, 32))),
        );
      }),
    );
    expect(hashOf(message.begin().u64(2 ** 40 + 5))).toBe(hex(hash(lp('khara'), u64(2 ** 40 + 5))));
    for (const wrong of [-1, 2 ** 53]) expect(() => message.begin().u64(wrong)).toThrow(RangeError);
    for (const wrong of [-1, 1.5, 2 ** 32, Number.NaN]) expect(() => message.begin().u32(wrong)).toThrow(RangeError);
    expect(() => message.begin().raw(new Uint8Array(31), 32)).toThrow(RangeError);
  });

  it('makes the leaves and commitments that are written down', () => {
    fc.assert(
      fc.property(id, lots, who, id, (applicationId, asked, commitment, requestId) => {
        const application = { applicationId, lots: asked, who: commitment };
        expect(hex(listLeaves([application]))).toBe(hex(plainLeaf(application)));
        expect(hex(whoHash(applicationId, requestId))).toBe(hex(plainWho(applicationId, requestId)));
      }),
    );
  });

  it('sums an allotment up', () => {
    const allotted = new Map([
      ['A-1', 31],
      ['A-2', 0],
    ]);
    expect(hex(allotmentDigest(allotted))).toBe(hex(hash(lp('A-1'), u64(31), lp('A-2'), u64(0))));
  });

  it('makes the tree of the log, of any size', () => {
    const leaves = Array.from({ length: 70 }, (_, index) => hash(u32(index)));
    for (let size = 0; size <= leaves.length; size += 1) {
      const some = leaves.slice(0, size);
      expect(hex(rootOfLeaves(concat(...some), hash()))).toBe(hex(treeRoot(some)));
    }
  });
});

describe('the words of a draw', () => {
  it('are those of the HMAC', () => {
    fc.assert(
      fc.property(bytes32, (key) => {
        const words = new DrawWords(key);
        const plain = plainWords(key);
        for (let count = 0; count < 9; count += 1) {
          words.next();
          expect((BigInt(words.high) << 32n) | BigInt(words.low)).toBe(plain());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('become numbers below a bound without a mistake, at the unfair end of the range as well', () => {
    const near = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.bigInt({ min: 2n ** 64n - 2n ** 33n, max: 2n ** 64n - 1n }),
    );
    const bounds = fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 2 ** 32 }));
    fc.assert(
      fc.property(bounds, fc.array(near, { minLength: 1, maxLength: 4 }), (bound, given) => {
        const words = [...given, 1n]; // one that is always fair
        const plain = [...words];
        expect(below(bound, streamOf(words))).toBe(plainBelow(bound, () => plain.shift()!));
      }),
      { numRuns: 500 },
    );
  });
});

function streamOf(words: readonly bigint[]): Words {
  let at = -1;
  return {
    next: () => {
      at += 1;
    },
    get high() {
      return Number(words[at]! >> 32n);
    },
    get low() {
      return Number(words[at]! & 0xffff_ffffn);
    },
  };
}

describe('the fast draw', () => {
  it('is the plain one: the same root, key and order of any list', () => {
    const lists = fc.uniqueArray(fc.record({ applicationId: id, lots, who }), {
      selector: ({ applicationId }) => applicationId,
      maxLength: 60,
    });
    fc.assert(
      fc.property(lists, bytes32, bytes32, (applications: readonly Application[], seed, entropy) => {
        const open: OpenOffering = {
          offeringId: 'DEMO',
          shares: 100,
          sharesPerLot: 10,
          minLots: 1,
          maxLots: 13,
          closesAt: 1_767_225_600_000,
          entropy: { kind: 'none', chain: '', round: 0 },
          seedHash: seedHash('DEMO', seed),
        };
        const { listRoot, key, order } = runDraw({ open, seed, entropy, applications });
        const plain = plainDraw({ open, openHash: openHash(open), seed, entropy, applications });
        expect([hex(listRoot), hex(key), order]).toEqual([hex(plain.listRoot), hex(plain.key), plain.order]);
      }),
      { numRuns: 150 },
    );
  });

  it('tells how much of the list it has hashed', () => {
    const applications = Array.from({ length: 4_500 }, (_, n) => ({
      applicationId: `${n}`,
      lots: 1,
      who: new Uint8Array(32),
    }));
    const progress: number[] = [];
    const seed = new Uint8Array(32);
    const open: OpenOffering = {
      offeringId: 'DEMO',
      shares: 10,
      sharesPerLot: 1,
      minLots: 1,
      maxLots: 1,
      closesAt: 0,
      entropy: { kind: 'none', chain: '', round: 0 },
      seedHash: seedHash('DEMO', seed),
    };
    runDraw({ open, seed, applications, progress: (done, all) => void progress.push(done, all) });
    expect(progress).toEqual([2_000, 4_500, 4_000, 4_500, 4_500, 4_500]);
    expect(() => sortedList([...applications, applications[7]!])).toThrow('applies twice');
  });
});

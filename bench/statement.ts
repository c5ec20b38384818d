import {
  entryLeaf,
  FIRST_HEAD,
  hash,
  hex,
  nextHead,
  derivePublicKey,
  signCheckpoint,
  treeRoot,
  inclusionPath,
  verifyStatement,
  type ChainPart,
  type LoggedEntry,
  type StatementSource,
  type WireEntry,
} from '@khara/proof';
import type { BenchLine } from './bench-line.ts';

const LINES = 1000;
const PAGE = 200;
const OWNER = 'u:bench';
const SEED = new Uint8Array(32).fill(3);
const NAME = 'khara/bench';

/** A statement of recharges, as a server answers it. */
function makeStatement(count: number): StatementSource {
  const entries: WireEntry[] = [];
  const leaves: Uint8Array[] = [];
  let head: Uint8Array = FIRST_HEAD;
  for (let n = 1; n <= count; n += 1) {
    const uid = `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const body = {
      uid,
      kind: 'recharge',
      ref: `RC${n}`,
      actor: 'system',
      marketDate: '2026-01-02',
      at: 1767225600000 + n,
    };
    const own = {
      owner: OWNER,
      asset: 'INR',
      code: 101,
      amount: 100n,
      after: 100n * BigInt(n),
      seq: BigInt(n),
      prev: head,
    };
    const entry: LoggedEntry = {
      ...body,
      salt: new Uint8Array(16),
      leaf: FIRST_HEAD,
      lines: [{ owner: 'x', asset: 'INR', code: 301, amount: -100n }, own],
    };
    const leaf = entryLeaf(entry);
    leaves.push(leaf);
    const wire = { ...own, amount: '100', after: `${own.after}`, seq: `${n}`, prev: hex(head) };
    const lines = [{ owner: 'x', asset: 'INR', code: 301, amount: '-100' }, wire];
    entries.push({ ...body, id: String(n), salt: '00'.repeat(16), leaf: hex(leaf), lines });
    head = nextHead(head, leaf, 2);
  }
  const note = signCheckpoint({ name: NAME, size: count, root: treeRoot(leaves), timeMs: 1 }, SEED);
  const empty = { owner: OWNER, seq: '0', balance: '0', head: hex(FIRST_HEAD), entries: [], nextSeq: null };
  return {
    chain: ({ asset, code }, afterSeq): Promise<ChainPart> => {
      if (asset !== 'INR' || code !== 101) return Promise.resolve(empty);
      const part = entries.slice(afterSeq, afterSeq + PAGE);
      const nextSeq = afterSeq + PAGE < count ? String(afterSeq + PAGE) : null;
      const answer = {
        owner: OWNER,
        seq: `${count}`,
        balance: `${100 * count}`,
        head: hex(head),
        entries: part,
        nextSeq,
      };
      return Promise.resolve(answer);
    },
    bill: (asset) =>
      Promise.resolve(
        (asset === 'INR' ? entries : [])
          .map(({ id, at }, index) => {
            const before = 100n * BigInt(index);
            return { id: `${id}-1`, asset, amount: 100n, before, after: before + 100n, at };
          })
          .toReversed(),
      ),
    proof: (id) => {
      const index = Number(id) - 1;
      const entry = entries[index];
      if (!entry) throw new Error(`no entry ${id}`);
      return Promise.resolve({ entry, index, size: count, path: inclusionPath(leaves, index).map(hex), note });
    },
    checkpoint: () => Promise.resolve({ note, publicKey: hex(derivePublicKey(SEED)), name: NAME, size: count }),
  };
}

async function measureMs(work: () => Promise<unknown> | void): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

/** What a device computes for a statement of 1,000 lines, beside as many bare hashes of as many bytes. */
export async function benchStatement(): Promise<BenchLine[]> {
  const source = makeStatement(LINES);
  const bytes = new Uint8Array(270);
  const verified = await measureMs(async () => {
    const verdict = await verifyStatement(source, { owner: OWNER, known: undefined });
    if (!verdict.ok) throw new Error(verdict.fault);
  });
  const hashed = await measureMs(() => {
    for (let n = 0; n < LINES; n += 1) hash(bytes);
  });
  return [
    {
      name: `Verify a statement of ${LINES} lines`,
      product: verified,
      baseline: hashed,
      unit: 'ms',
      ratio: verified / hashed,
      note: 'computing only, the middle of 7; baseline: as many SHA-256 of 270 bytes by the same library',
    },
  ];
}

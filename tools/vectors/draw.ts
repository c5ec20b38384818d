import { below, openHash, seedHash, verifyDraw, whoHash, type DrawProof, type Words } from '@khara/lottery';
import {
  checkChain,
  consistencyPath,
  entryLeaf,
  hex,
  inclusionPath,
  isConsistent,
  isIncluded,
  isSignedReceipt,
  keyHash,
  derivePublicKey,
  readCheckpoint,
  recordLeaf,
  signCheckpoint,
  makeSigner,
  signReceipts,
  writeReceipt,
  treeRoot,
  unhex,
  type LoggedEntry,
} from '@khara/proof';
import { z } from 'zod';
import { judge, type CaseResult } from './case.ts';

/**
 * Shapes of the vectors of draws and of the ledger's log: no list of kinds, but sections that must hold and
 * sections that must not.
 */

const bytes = z
  .string()
  .regex(/^([0-9a-f]{2})*$/)
  .transform(unhex);
const units = z.string().transform(BigInt);

const drawCase = z.object({
  name: z.string().optional(),
  base: z.string().optional(),
  what: z.string().optional(),
  open: z.object({
    offeringId: z.string(),
    shares: z.int(),
    sharesPerLot: z.int(),
    minLots: z.int(),
    maxLots: z.int(),
    closesAt: z.int(),
    entropy: z.object({ kind: z.enum(['none', 'witness', 'drand']), chain: z.string(), round: z.int() }),
    seedHash: bytes,
  }),
  openHash: bytes,
  seed: bytes,
  entropyValue: bytes,
  drandSignature: bytes.optional(),
  applications: z.array(
    z.object({
      applicationId: z.string(),
      lots: z.int(),
      userId: z.string().optional(),
      requestId: z.string().optional(),
      who: bytes,
    }),
  ),
  listRoot: bytes,
  drawKey: bytes.optional(),
  order: z.array(z.string()).optional(),
  mode: z.string(),
  allotted: z.record(z.string(), z.int()),
});
type DrawCase = z.output<typeof drawCase>;

const line = z.object({
  owner: z.string(),
  asset: z.string(),
  code: z.int(),
  amount: units,
  after: units.optional(),
  seq: units.optional(),
  prev: bytes.optional(),
});
const entry = z
  .object({
    uid: z.string(),
    kind: z.string(),
    ref: z.string(),
    actor: z.string(),
    marketDate: z.string(),
    at: z.int(),
    salt: bytes,
    lines: z.array(line),
    leaf: bytes,
  })
  // Zod types an absent key as possibly undefined; the product's type says it is absent.
  .transform((parsed) => parsed as LoggedEntry);
const record = z.object({
  uid: z.string(),
  type: z.string(),
  at: z.int(),
  salt: bytes,
  json: z.string(),
  leaf: bytes,
});
const inclusion = z.object({ index: z.int(), size: z.int(), leaf: bytes, path: z.array(bytes), root: bytes });
const consistency = z.object({
  size1: z.int(),
  size2: z.int(),
  root1: bytes,
  root2: bytes,
  path: z.array(bytes),
});
const ledgerCase = z.object({
  name: z.string(),
  entries: z.array(entry),
  record: record.optional(),
  heads: z.record(z.string(), z.object({ balance: units, seq: units, head: bytes })).optional(),
  roots: z.array(z.string()).optional(),
  inclusion: z.array(inclusion).default([]),
  consistency: z.array(consistency).default([]),
  checkpoint: z
    .object({ name: z.string(), testPrivateSeed: bytes, publicKey: bytes, keyHash: z.string(), note: z.string() })
    .optional(),
  /** Receipts that were signed together. */
  receipts: z
    .array(
      z.array(
        z.object({
          uid: z.string(),
          leaf: bytes,
          at: z.int(),
          index: z.int(),
          size: z.int(),
          path: z.array(bytes),
          signature: bytes,
        }),
      ),
    )
    .default([]),
});
type LedgerCase = z.output<typeof ledgerCase>;

/** A file of these vectors; every section may be missing, but not all of them. */
export const drawFile = z
  .object({
    version: z.literal(1),
    sampler: z.array(z.object({ bound: z.string(), words: z.array(z.string()), values: z.array(z.int()) })).default([]),
    draws: z.array(drawCase).default([]),
    tampered: z.array(drawCase).default([]),
    ledger: z.array(ledgerCase).default([]),
    badProofs: z
      .array(
        z.discriminatedUnion('kind', [
          inclusion.extend({ kind: z.literal('inclusion'), what: z.string() }),
          consistency.extend({ kind: z.literal('consistency'), what: z.string() }),
        ]),
      )
      .default([]),
    badNotes: z.array(z.object({ what: z.string(), name: z.string(), publicKey: bytes, note: z.string() })).default([]),
    badChains: z.array(z.object({ what: z.string(), entries: z.array(entry) })).default([]),
  })
  .refine(
    ({ version: _, ...sections }) => Object.values(sections).some((section) => section.length > 0),
    'no section of draws or of the ledger',
  );

/** Runs every section: what must hold is compared, what must not is refused. */
export function runDrawFile(file: z.output<typeof drawFile>): CaseResult[] {
  return [
    ...file.sampler.map((sample, index) => {
      const words = halves(sample.words);
      return judge(`sampler ${index + 1}`, sample.values, () =>
        sample.values.map(() => below(Number(sample.bound), words)),
      );
    }),
    ...file.draws.flatMap(runDraw),
    ...file.tampered.map((each) =>
      judge(`tampered ${each.base ?? ''}: ${each.what ?? ''}`, 'refused', () => (holds(each) ? 'believed' : 'refused')),
    ),
    ...file.ledger.flatMap(runLedger),
    ...file.badProofs.map((each) =>
      judge(`bad ${each.kind} proof: ${each.what}`, false, () =>
        each.kind === 'inclusion' ? isIncluded(each) : isConsistent(each),
      ),
    ),
    ...file.badNotes.map((each) => judge(`bad note: ${each.what}`, false, () => readCheckpoint(each.note, each).ok)),
    ...file.badChains.map((each) => judge(`bad chain: ${each.what}`, false, () => checkChain(each.entries).ok)),
  ];
}

/** A stream of given words, in hex. */
function halves(words: readonly string[]): Words {
  let at = -1;
  const half = (from: number): number => {
    const word = words[at] ?? fail('the words have run out');
    return Number.parseInt(word.padStart(16, '0').slice(from, from + 8), 16);
  };
  return {
    next: () => {
      at += 1;
    },
    get high() {
      return half(0);
    },
    get low() {
      return half(8);
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}

const toProof = ({ drandSignature, ...each }: DrawCase): DrawProof => ({
  ...each,
  allotted: new Map(Object.entries(each.allotted)),
  ...(drandSignature && { drandSignature }),
});

/** The whole proof, and the parts of the vector that a published proof does not carry. */
function holds(each: DrawCase): boolean {
  const { holds: proven, draw } = verifyDraw(toProof(each));
  return (
    proven &&
    each.applications.every((application) => applicantHash(application) === hex(application.who)) &&
    (each.drawKey === undefined || (draw !== undefined && hex(draw.key) === hex(each.drawKey))) &&
    (each.order === undefined || draw?.order.join() === each.order.join())
  );
}

const applicantHash = ({ userId, requestId, who }: DrawCase['applications'][number]): string =>
  hex(userId !== undefined && requestId !== undefined ? whoHash(userId, requestId) : who);

function runDraw(each: DrawCase): CaseResult[] {
  const id = `draw ${each.name ?? each.open.offeringId}`;
  const verdict = verifyDraw(toProof(each));
  const { draw } = verdict;
  return [
    judge(`${id}: seedHash`, hex(each.open.seedHash), () => hex(seedHash(each.open.offeringId, each.seed))),
    judge(`${id}: openHash`, hex(each.openHash), () => hex(openHash(each.open))),
    judge(
      `${id}: who`,
      each.applications.map(({ who }) => hex(who)),
      () => each.applications.map(applicantHash),
    ),
    judge(`${id}: listRoot`, hex(each.listRoot), () => draw && hex(draw.listRoot)),
    ...(each.drawKey ? [judge(`${id}: drawKey`, hex(each.drawKey), () => draw && hex(draw.key))] : []),
    ...(each.order ? [judge(`${id}: order`, each.order, () => draw?.order)] : []),
    judge(`${id}: mode`, each.mode, () => draw?.mode),
    judge(`${id}: allotted`, [each.allotted], () => [draw && Object.fromEntries(draw.allotted)]),
    judge(`${id}: verifies`, true, () => verdict.holds),
  ];
}

function runLedger(each: LedgerCase): CaseResult[] {
  const id = `ledger ${each.name}`;
  const leaves = [...each.entries, ...(each.record ? [each.record] : [])].map(({ leaf }) => leaf);
  return [
    ...each.entries.map((logged, index) =>
      judge(`${id}: leaf of entry ${index + 1}`, hex(logged.leaf), () => hex(entryLeaf(logged))),
    ),
    ...(each.record ? [recordCase(id, each.record)] : []),
    ...(each.heads ? [headsCase(id, each.entries, each.heads)] : []),
    ...(each.roots ?? []).map((root, size) =>
      judge(`${id}: root of ${size}`, root, () => hex(treeRoot(leaves.slice(0, size)))),
    ),
    ...each.inclusion.flatMap((proof) => [
      judge(`${id}: inclusion of ${proof.index} in ${proof.size}`, true, () => isIncluded(proof)),
      judge(`${id}: path of ${proof.index} in ${proof.size}`, proof.path.map(hex), () =>
        inclusionPath(leaves.slice(0, proof.size), proof.index).map(hex),
      ),
    ]),
    ...each.consistency.flatMap((proof) => [
      judge(`${id}: consistency ${proof.size1} to ${proof.size2}`, true, () => isConsistent(proof)),
      judge(`${id}: path ${proof.size1} to ${proof.size2}`, proof.path.map(hex), () =>
        consistencyPath(leaves.slice(0, proof.size2), proof.size1).map(hex),
      ),
    ]),
    ...(each.checkpoint ? checkpointCases(id, each.checkpoint, each.receipts) : []),
  ];
}

const recordCase = (id: string, logged: z.output<typeof record>): CaseResult =>
  judge(`${id}: leaf of the record`, hex(logged.leaf), () => hex(recordLeaf(logged)));

const showHeads = (all: Iterable<[string, { balance: bigint; seq: bigint; head: Uint8Array }]>): object =>
  Object.fromEntries([...all].map(([key, { balance, seq, head }]) => [key, [`${balance}`, `${seq}`, hex(head)]]));

const headsCase = (
  id: string,
  entries: readonly LoggedEntry[],
  heads: NonNullable<LedgerCase['heads']>,
): CaseResult => {
  return judge(`${id}: heads`, [showHeads(Object.entries(heads))], () => {
    const check = checkChain(entries);
    return [check.ok ? showHeads(check.heads) : check.fault];
  });
};

function checkpointCases(
  id: string,
  checkpoint: NonNullable<LedgerCase['checkpoint']>,
  receipts: LedgerCase['receipts'],
): CaseResult[] {
  const { name, publicKey, testPrivateSeed: secret, note } = checkpoint;
  return [
    judge(`${id}: public key`, hex(publicKey), () => hex(derivePublicKey(secret))),
    judge(`${id}: key hash`, checkpoint.keyHash, () => hex(keyHash({ name, publicKey }))),
    judge(`${id}: note`, note, () => {
      const read = readCheckpoint(note, { name, publicKey });
      return read.ok ? signCheckpoint(read.checkpoint, secret) : read.fault;
    }),
    ...receipts.flatMap((together) => [
      judge(
        `${id}: ${together.length} receipts`,
        together.map((one) => writeReceipt({ ...one, signer: publicKey })),
        () => signReceipts(together, makeSigner(secret)).map(writeReceipt),
      ),
      judge(`${id}: ${together.length} receipts hold`, true, () =>
        together.every((receipt) => isSignedReceipt({ ...receipt, signer: publicKey })),
      ),
    ]),
  ];
}

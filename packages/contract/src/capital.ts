import * as z from 'zod/mini';
import { call } from './call.ts';
import { FileAnswer } from './file.ts';
import { Count, Id, IdIn, Instant, MarketDate, Whole, plainNumber } from './wire.ts';

/*
 * Proofs of the ledger. They carry what is hashed, as it is hashed: integers in minor units as decimal text,
 * bytes as lower-case hex, and keys in the form of the worked vectors; packages/proof checks them.
 */

/** Lower-case hex. */
export const Hex = z.string().check(z.regex(/^[0-9a-f]*$/));
export const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** A whole number as decimal text: paise, millionths of USDT, shares, or a count. */
const Units = z.string().check(z.regex(/^-?\d+$/));

export const LedgerLine = z.object({
  owner: z.string(),
  asset: z.string(),
  code: Count,
  amount: Units,
  /** These three of members' accounts only. */
  after: z.optional(Units),
  seq: z.optional(Units),
  prev: z.optional(Hash),
});

export const LedgerEntry = z.object({
  id: Id,
  uid: z.string(),
  kind: z.string(),
  ref: z.string(),
  actor: z.string(),
  marketDate: z.string(),
  at: Instant,
  salt: Hex,
  lines: z.array(LedgerLine),
  leaf: Hash,
});

/** Of a record of the log that moves no money. Its `json` is hashed as the text it is. */
const recordFields = { uid: z.string(), type: z.string(), at: Instant, salt: Hex, json: z.string(), leaf: Hash };

export const LogRecord = z.object({
  ...recordFields,
  /** Its place in the log; absent for a second, until it has one. */
  index: z.optional(Count),
});

/** A record of the signed log with its inclusion proof. */
export const RecordProof = z.object({
  ...recordFields,
  index: Count,
  size: Count,
  path: z.array(Hash),
  note: z.string(),
});

/** The operator's signed promise that an entry will be in the log within ten seconds. */
export const Receipt = z.object({
  uid: z.string(),
  leaf: Hash,
  at: Instant,
  // Its place among the receipts that were signed together, and the hashes that lead from it to their root.
  index: z.int(),
  size: z.int(),
  path: z.array(Hash),
  /** Public key of the server that signed: see `nodeKey`. */
  signer: Hash,
  signature: Hex,
});

const CURRENCY = /^(INR|USDT)$/;
const ASSET = /^(INR|USDT|EQ:[A-Z0-9]{1,20})$/;
const wholeFrom = (low: number, high: number) =>
  Whole.check(z.refine((value) => value >= low && value <= high, { error: 'invalid_input' }));

/** Most entries of one answer of `accountChain`. */
export const MAX_CHAIN_SIZE: z.output<typeof Count> = 200;

/** Longest statement, in days, and most lines of one: a PDF, and a CSV. */
export const MAX_STATEMENT_DAYS: z.output<typeof Count> = 366;
export const MAX_PDF_LINES: z.output<typeof Count> = 1_000;
export const MAX_CSV_LINES: z.output<typeof Count> = 20_000;

/** `excel`: CSV that begins with a byte order mark, by which Excel reads UTF-8. */
const FileFormat = z.enum(['pdf', 'csv', 'excel'], { error: 'invalid_input' });

/** Files for the member; calls of pages that are opened later. */
export const documentCalls = {
  statementFile: call({
    path: '/app/capital/statement',
    method: 'POST',
    access: 'member',
    doc: 'The statement from one market date to another as a file, in the reader’s language: a PDF of at most 1,000 lines, or a CSV of at most 20,000. One document at a time is made for a member.',
    body: {
      from: MarketDate,
      to: MarketDate,
      format: FileFormat,
    },
    data: FileAnswer,
    refusals: ['invalid_input', 'too_many_lines'],
    answersFile: true,
    specified: false,
  }),
  contractNote: call({
    path: '/app/capital/contractNote',
    method: 'POST',
    access: 'member',
    doc: 'The contract note of a market date as a PDF: the fills, and their charges item by item.',
    body: { marketDate: MarketDate },
    data: FileAnswer,
    refusals: ['no_fills_that_day', 'too_many_lines'],
    answersFile: true,
    specified: false,
  }),
  taxReport: call({
    path: '/app/capital/taxReport',
    method: 'POST',
    access: 'member',
    doc: 'The tax report of a financial year (`2026-27`, or the year in which it begins) as PDF or CSV: what was bought and sold within a day (speculative income, with its turnover), lots sold first in first out, gains of shares (short and long term) and of rights entitlements, dividends with the tax deducted; and, as if the shares were real, an estimate of the tax: losses set off, then the exempt part, and losses to carry forward, speculative ones for four years. Of days that are over.',
    body: {
      financialYear: z.string({ error: 'invalid_input' }).check(
        plainNumber,
        z.overwrite((year) => year.replace(/\p{Pd}/u, '-')),
        z.regex(/^[2-9]\d{3}(-\d{2})?$/, { error: 'invalid_input' }),
      ),
      /** Without one: PDF. */
      format: z.optional(FileFormat),
    },
    data: FileAnswer,
    refusals: ['invalid_input', 'too_many_lines'],
    answersFile: true,
    specified: false,
  }),
  tradebook: call({
    path: '/app/capital/tradebook',
    method: 'POST',
    access: 'member',
    doc: 'Own trades from one market date to another as a CSV in the columns of the tradebooks of Indian brokers and, behind them, what placed the order and what the member wrote of it, oldest first, at most 20,000. One document at a time is made for a member.',
    body: { from: MarketDate, to: MarketDate },
    data: FileAnswer,
    refusals: ['invalid_input', 'too_many_lines'],
    answersFile: true,
    specified: false,
  }),
};

export const capitalCalls = {
  entryProof: call({
    path: '/app/capital/proof/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Proves an own entry to be in the signed log. {id} is that of a line of the bill or of an entry, or the uid of a receipt; while the entry waits for its checkpoint, two seconds at most, the answer is 503.',
    body: { id: IdIn },
    data: z.object({
      entry: LedgerEntry,
      line: Count,
      index: Count,
      size: Count,
      path: z.array(Hash),
      note: z.string(),
    }),
    refusals: ['not_found'],
    specified: false,
  }),
  accountChain: call({
    path: '/app/capital/chain',
    method: 'POST',
    access: 'member',
    doc: 'The entries of one own account in their order, from the one after `afterSeq`: of `asset` (or `currency`; INR unless said), and of the account with the `code` of the chart (101 unless said).',
    body: {
      asset: z.optional(z.string({ error: 'invalid_input' }).check(z.regex(ASSET, { error: 'invalid_input' }))),
      currency: z.optional(
        z.string({ error: 'currency_not_supported' }).check(z.regex(CURRENCY, { error: 'currency_not_supported' })),
      ),
      code: z.optional(wholeFrom(1, 999)),
      afterSeq: z.optional(wholeFrom(0, Number.MAX_SAFE_INTEGER)),
      size: z.optional(wholeFrom(1, MAX_CHAIN_SIZE)),
    },
    data: z.object({
      owner: z.string(),
      asset: z.string(),
      code: Count,
      /** What the account says of itself now: number of its lines, balance, and head of its chain. */
      seq: Units,
      balance: Units,
      head: Hash,
      entries: z.array(LedgerEntry),
      /** `afterSeq` of the next part; null at the end. */
      nextSeq: z.nullable(Units),
    }),
    refusals: [],
    specified: false,
  }),
  logCheckpoint: call({
    path: '/app/capital/checkpoint',
    method: 'POST',
    access: 'guest',
    doc: 'The newest signed checkpoint of the log, and with `fromSize` the proof that the log of that size is its beginning.',
    body: { fromSize: z.optional(wholeFrom(0, Number.MAX_SAFE_INTEGER)) },
    data: z.object({
      note: z.string(),
      publicKey: Hash,
      name: z.string(),
      size: Count,
      consistency: z.optional(z.object({ size1: Count, size2: Count, root1: Hash, root2: Hash, path: z.array(Hash) })),
      /** Records by which the key was changed, the oldest first; each is signed by the old key and the new one. */
      rotations: z.optional(z.array(LogRecord)),
    }),
    refusals: ['invalid_input'],
    specified: false,
  }),
  nodeKey: call({
    path: '/app/capital/nodeKey',
    method: 'POST',
    access: 'guest',
    doc: 'What the log says of the key of a server, which signs receipts: that the log’s key certified it, and whether it was retired since. Each with the proof that it is in the log.',
    body: { key: z.string({ error: 'invalid_input' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'invalid_input' })) },
    data: z.object({ certificate: RecordProof, retirement: z.nullable(RecordProof) }),
    refusals: ['invalid_input', 'not_found'],
    specified: false,
  }),
};

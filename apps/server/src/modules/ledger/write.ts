import assert from 'node:assert/strict';
import { SqlError, type Queryable } from '#src/ports/database.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { Asset, Kind, Line, Owner } from './chart.ts';

/** What every entry says of itself. `ref` names what it is about, once per kind: an order, a trade, a rail's report. */
export type EntryHead = {
  readonly kind: Kind;
  readonly ref: string;
  /** Who caused it: `user`, `system`, or a staff number. */
  readonly actor: string;
  /** Market date, YYYY-MM-DD. */
  readonly marketDate: string;
};

/** A request that must have its effect once: its key (account, call, request id) and the hash of what it asked. */
export type Request = { readonly key: string; readonly hash: Uint8Array };

export type Receipt = {
  readonly entryId: bigint;
  readonly uid: string;
  /** True when an earlier request of the same key had written it. */
  readonly replay: boolean;
  readonly leaf: Uint8Array;
  /** Real instant in ms; never before an older entry of the same account. */
  readonly at: number;
};

export type LedgerRefusal = 'insufficient_funds' | 'insufficient_holdings' | 'request_id_reused';

/**
 * The refusal that an error of the database stands for, for those who call the ledger's functions from SQL of
 * their own. Undefined: a defect.
 */
function ledgerRefusal(error: unknown): LedgerRefusal | undefined {
  if (!(error instanceof SqlError)) return undefined;
  if (error.code === 'KH001') return 'request_id_reused';
  if (error.code !== '23514' || error.constraint !== 'account_floor') return undefined;
  return error.detail?.startsWith('EQ:') ? 'insufficient_holdings' : 'insufficient_funds';
}

/** Name of the check that stopped money, and since when (real ms). */
export type MoneyStop = { readonly check: string; readonly since: number };

/** Why the database takes no new movement of money, if that is what an error of it says. */
export function readStop(error: unknown): MoneyStop | undefined {
  if (!(error instanceof SqlError) || error.code !== 'KH003') return undefined;
  return JSON.parse(error.detail ?? '') as MoneyStop; // ledger.refuse_while_stopped writes it
}

/**
 * Writes one entry. Refuses what a balance cannot bear, and a request key that stood for something else; inside a
 * transaction that ends it, and the caller passes the refusal on. Throws when the entry breaks a rule: our defect.
 */
export async function post(
  db: Queryable,
  entry: EntryHead & { readonly lines: readonly Line[]; readonly request?: Request },
): Promise<Result<Receipt, LedgerRefusal>> {
  assertBalanced(entry, entry.lines);
  return refusing(async () => {
    const rows = await db.query<Receipt>(
      'ledger.post',
      'SELECT * FROM ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [...headValues(entry), ...lineColumns(entry.lines)],
    );
    return oneReceipt(rows[0]);
  });
}

/**
 * Freezes `amount` of what a user has: money for an order, a subscription, a withdrawal, a margin, or shares
 * for a sale, as the kind says. The hold bears the id of the order it is for.
 */
export async function openHold(
  db: Queryable,
  hold: Omit<EntryHead, 'ref'> & {
    readonly hold: string;
    readonly owner: Owner;
    readonly asset: Asset;
    readonly amount: bigint;
    /** When its opener will have ended it, in ms. */
    readonly expiresAt?: number;
    readonly request?: Request;
  },
): Promise<Result<Receipt, LedgerRefusal>> {
  return refusing(async () => {
    const rows = await db.query<Receipt>(
      'ledger.hold_open',
      'SELECT * FROM ledger.hold_open($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [...headValues({ ...hold, ref: hold.hold }), hold.owner, hold.asset, hold.amount, hold.expiresAt ?? null],
    );
    return oneReceipt(rows[0]);
  });
}

/**
 * Spends `captured` of a hold on `lines`, which sum to it, and gives `released` of it back. The lines of the
 * user's frozen and free account are made by the ledger. What is left stays frozen.
 */
export async function captureHold(
  db: Queryable,
  capture: EntryHead & HoldUse & { readonly lines: readonly Line[]; readonly request?: Request },
): Promise<Result<Receipt, LedgerRefusal>> {
  return refusing(async () => {
    const rows = await db.query<Receipt>(
      'ledger.hold_capture',
      'SELECT * FROM ledger.hold_capture($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
      [...headValues(capture), capture.hold, capture.captured, capture.released, ...lineColumns(capture.lines)],
    );
    return oneReceipt(rows[0]);
  });
}

/**
 * Opens holds of different users. A hold that a balance cannot bear is not opened, and has no receipt; the others are.
 */
export async function openHolds(
  db: Queryable,
  holds: readonly (Omit<EntryHead, 'ref'> & {
    readonly hold: string;
    readonly owner: Owner;
    readonly asset: Asset;
    readonly amount: bigint;
  })[],
): Promise<readonly (Omit<Receipt, 'replay' | 'entryId'> | undefined)[]> {
  if (holds.length === 0) return [];
  const rows = await db.query<{ uid: string | undefined; leaf: Uint8Array; at: number }>(
    'ledger.hold_open_batch',
    'SELECT uid, leaf, at_ms FROM ledger.hold_open_batch($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      holds.map(({ kind }) => kind),
      holds.map(({ hold }) => hold),
      holds.map(({ actor }) => actor),
      holds.map(({ marketDate }) => marketDate),
      holds.map(({ owner }) => owner),
      holds.map(({ asset }) => asset),
      holds.map(({ amount }) => amount),
      holds.map(() => 0n),
    ],
  );
  return rows.map(({ uid, leaf, at }) => (uid === undefined ? undefined : { uid, leaf, at: at }));
}

/** Gives back what is left of a hold, or `amount` of it. Undefined when nothing was left. */
export async function releaseHold(
  db: Queryable,
  release: EntryHead & { readonly hold: string; readonly amount?: bigint; readonly request?: Request },
): Promise<Result<Receipt | undefined, LedgerRefusal>> {
  return refusing(async () => {
    const rows = await db.query<Receipt>(
      'ledger.hold_release',
      'SELECT * FROM ledger.hold_release($1, $2, $3, $4, $5, $6, $7, $8)',
      [...headValues(release), release.hold, release.amount ?? null],
    );
    return rows[0]?.entryId == null ? undefined : oneReceipt(rows[0]);
  });
}

type HoldUse = { readonly hold: string; readonly captured: bigint; readonly released: bigint };

/** An entry of a batch: with a hold it spends or releases it, and `lines` are what `captured` is spent on. */
export type BatchEntry = EntryHead & { readonly lines: readonly Line[]; readonly use?: HoldUse };

/**
 * Writes many entries in one round trip, in their order; a settlement of fills has up to some hundreds. All
 * holds and accounts are locked first, in order of id. Entries have no request keys here: kind and ref keep
 * each from being written twice. One that cannot be written is a defect, and nothing is.
 */
export async function postBatch(db: Queryable, entries: readonly BatchEntry[]): Promise<readonly Receipt[]> {
  if (entries.length === 0) return [];
  for (const entry of entries) assertBalanced(entry, entry.lines, entry.use);
  return db.query<Receipt>(
    'ledger.post_batch',
    'SELECT * FROM ledger.post_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    [
      entries.map((entry) => entry.kind),
      entries.map((entry) => entry.ref),
      entries.map((entry) => entry.actor),
      entries.map((entry) => entry.marketDate),
      entries.map((entry) => entry.use?.hold ?? null),
      entries.map((entry) => entry.use?.captured ?? null),
      entries.map((entry) => entry.use?.released ?? null),
      entries.flatMap((entry, index) => entry.lines.map(() => index + 1)),
      ...lineColumns(entries.flatMap((entry) => entry.lines)),
    ],
  );
}

/**
 * What value comes in or goes out by. An entry with the outside world or the market names one as its `ref`, and its
 * amounts must be those; noted before the entry, in the same transaction or an earlier one, and never changed.
 */
export type Source =
  | {
      readonly type: 'rail_event' | 'dividend' | 'margin_result' | 'corporate_action' | 'short_delivery' | 'practice';
      readonly id: string;
      readonly purpose: Kind;
      /** `x` for money without an owner yet. */
      readonly owner: Owner;
      readonly asset: Asset;
      readonly amount: bigint;
    }
  | {
      readonly type: 'product_change';
      readonly id: string;
      readonly purpose: 'to_delivery' | 'to_intraday';
      readonly owner: Owner;
      readonly asset: Asset;
      readonly amount: bigint;
      readonly valuePaise: bigint;
    }
  | {
      readonly type: 'rights' | 'buyback' | 'short_delivery';
      readonly id: string;
      readonly purpose: 'rights_pay' | 'buyback' | 'close_out';
      readonly owner: Owner;
      readonly asset: Asset;
      readonly amount: bigint;
      readonly valuePaise: bigint;
    }
  | {
      readonly type: 'trade' | 'allotment';
      readonly id: string;
      readonly asset: Asset;
      readonly amount: bigint;
      readonly valuePaise: bigint;
    }
  | {
      readonly type: 'conversion';
      readonly id: string;
      readonly purpose: 'convert';
      readonly owner: Owner;
      readonly asset: Asset;
      readonly amount: bigint;
      readonly otherAsset: Asset;
      readonly otherAmount: bigint;
    };

/**
 * Notes sources of one market date. Noting the same again does nothing; throws when it says something else
 * now. All statements are sent at once, so that entries sent after them find every source.
 */
export async function addSources(db: Queryable, marketDate: string, sources: readonly Source[]): Promise<void> {
  const byType = Map.groupBy(sources, ({ type }) => type);
  await Promise.all(
    [...byType].map(([type, same]) =>
      db.query('ledger.add_sources', 'SELECT ledger.add_sources($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
        type,
        same.map((source) => source.id),
        same.map((source) => ('purpose' in source ? source.purpose : null)),
        same.map((source) => ('owner' in source ? source.owner : null)),
        same.map((source) => source.asset),
        same.map((source) => source.amount),
        same.map((source) => ('otherAsset' in source ? source.otherAsset : 'valuePaise' in source ? 'INR' : null)),
        same.map((source) =>
          'otherAmount' in source ? source.otherAmount : 'valuePaise' in source ? source.valuePaise : null,
        ),
        marketDate,
      ]),
    ),
  );
}

function oneReceipt(row: Receipt | undefined): Receipt {
  assert(row, 'the ledger gave no receipt');
  return row;
}

const headValues = (entry: EntryHead & { readonly request?: Request }): readonly unknown[] => [
  entry.request?.key ?? null,
  entry.request?.hash ?? null,
  entry.kind,
  entry.ref,
  entry.actor,
  entry.marketDate,
];

const lineColumns = (lines: readonly Line[]): readonly unknown[] => [
  lines.map((line) => line.owner),
  lines.map((line) => line.asset),
  lines.map((line) => line.code),
  lines.map((line) => line.amount),
];

/**
 * The first of three checks; the database makes the others. What a hold gives counts as a line of its asset,
 * which only it knows.
 */
function assertBalanced(head: EntryHead, lines: readonly Line[], use?: HoldUse): void {
  const sums = new Map<Asset, bigint>();
  for (const line of lines) sums.set(line.asset, (sums.get(line.asset) ?? 0n) + line.amount);
  const open = [...sums.values()].filter((sum) => sum !== 0n);
  const expected = use && use.captured > 0n ? [use.captured] : [];
  assert.deepEqual(open, expected, `${head.kind} ${head.ref} does not balance`);
}

async function refusing<T>(work: () => Promise<T>): Promise<Result<T, LedgerRefusal>> {
  try {
    return done(await work());
  } catch (error) {
    const refusal = ledgerRefusal(error);
    if (refusal) return refuse(refusal);
    throw error;
  }
}

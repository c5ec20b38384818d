import { asRecorded, changeRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { LotCost } from '#modules/portfolio/index.ts';

/* Applications for rights issues and tenders to buybacks, and what settling an offer writes beside the ledger. */

export type OfferApplication = {
  readonly id: bigint;
  readonly actionId: string;
  readonly userId: string;
  readonly req: Uint8Array;
  readonly kind: 'rights' | 'buyback';
  readonly code: string;
  readonly asset: string;
  readonly heldAsset: string;
  readonly shares: number;
  readonly additional: number;
  readonly pricePaise: bigint;
  readonly state: 'open' | 'withdrawn' | 'settled';
  readonly marketDate: string;
  readonly at: number;
  readonly got: number | undefined;
  readonly paidPaise: bigint | undefined;
  readonly tdsPaise: bigint | undefined;
};

/**
 * What members asked of offers, and that it has ended: the log answers for it. What came of it is held by its entries.
 */
export const OFFER_APPLICATIONS: RecordedTable = {
  type: 'holder_offer.application',
  table: 'trading.offer_application',
  id: 'id',
  columns: [
    't.action_id',
    't.user_id',
    't.request_id',
    "encode(t.req, 'hex')",
    't.kind',
    't.code',
    't.asset',
    't.held_asset',
    't.shares',
    't.additional',
    't.price_paise',
    't.state',
    "to_char(t.market_date, 'YYYY-MM-DD')",
    't.market_time',
    't.at_ms',
  ],
};

const COLUMNS = `a.id, a.action_id, a.user_id, a.req, a.kind, a.code, a.asset, a.held_asset, a.shares, a.additional, a.price_paise, a.state,
  to_char(a.market_date, 'YYYY-MM-DD') AS market_date, a.at_ms, a.got, a.paid_paise, a.tds_paise`;

export const sharesHold = (id: bigint): string => `offer-${id}`;
export const moneyHold = (id: bigint): string => `offer-${id}-money`;

export async function findByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<OfferApplication | undefined> {
  const [row] = await db.query<OfferApplication>(
    'orders.offer_request',
    `SELECT ${COLUMNS} FROM trading.offer_application a WHERE a.user_id = $1 AND a.request_id = $2`,
    [userId, requestId],
  );
  return row;
}

/** The newest applications of a member: at most one that is not withdrawn for each offer. */
export const listApplications = (db: Queryable, userId: string): Promise<readonly OfferApplication[]> =>
  db.query(
    'orders.offer_applications',
    `SELECT ${COLUMNS} FROM trading.offer_application a WHERE a.user_id = $1 AND a.state <> 'withdrawn' ORDER BY a.id DESC LIMIT 100`,
    [userId],
  );

export async function openApplication(
  db: Queryable,
  actionId: string,
  userId: string,
): Promise<OfferApplication | undefined> {
  const [row] = await db.query<OfferApplication>(
    'orders.open_offer_application',
    `SELECT ${COLUMNS} FROM trading.offer_application a WHERE a.action_id = $1 AND a.user_id = $2 AND a.state = 'open'`,
    [actionId, userId],
  );
  return row;
}

/** All that were not withdrawn, in the order in which they came: what an offer's result is counted from. */
export const countedApplications = (db: Queryable, actionId: string): Promise<readonly OfferApplication[]> =>
  db.query(
    'orders.counted_offer_applications',
    `SELECT ${COLUMNS} FROM trading.offer_application a WHERE a.action_id = $1 AND a.state <> 'withdrawn' ORDER BY a.id`,
    [actionId],
  );

/** Those of an offer, withdrawn ones too, that are not what the log says. */
export async function unaskedApplications(db: Queryable, actionId: string): Promise<readonly bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'orders.all_offer_applications',
    'SELECT id FROM trading.offer_application WHERE action_id = $1 ORDER BY id',
    [actionId],
  );
  const ids = rows.map(({ id }) => id);
  const asked = await asRecorded(db, OFFER_APPLICATIONS, ids);
  return ids.filter((id) => !asked.has(id));
}

export async function insertApplication(
  tx: Tx,
  application: {
    readonly actionId: string;
    readonly userId: string;
    readonly requestId: string;
    readonly req: Uint8Array;
    readonly kind: 'rights' | 'buyback';
    readonly code: string;
    readonly asset: string;
    readonly heldAsset: string;
    readonly shares: number;
    readonly additional: number;
    readonly pricePaise: bigint;
    readonly marketDate: string;
    readonly marketTime: string;
    readonly at: number;
  },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_offer_application',
    `INSERT INTO trading.offer_application (action_id, user_id, request_id, req, kind, code, asset, held_asset, shares, additional, price_paise,
       market_date, market_time, at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
    [
      application.actionId,
      application.userId,
      application.requestId,
      application.req,
      application.kind,
      application.code,
      application.asset,
      application.heldAsset,
      application.shares,
      application.additional,
      application.pricePaise,
      application.marketDate,
      application.marketTime,
      application.at,
    ],
  );
  if (!row) throw new Error('an application was not written');
  await recordRow(tx, OFFER_APPLICATIONS, row.id, 'taken');
  return row.id;
}

/** Ends an application that is as its record says, and records that. Throws where it is not what the log has. */
const end = (tx: Tx, id: bigint, act: 'withdrawn' | 'settled', change: () => Promise<unknown>): Promise<boolean> =>
  changeRecorded(tx, OFFER_APPLICATIONS, { id, act }, async () => {
    await change();
    return true;
  });

export const endWithdrawn = (tx: Tx, id: bigint, at: number): Promise<unknown> =>
  end(tx, id, 'withdrawn', () =>
    tx.query(
      'orders.withdraw_offer_application',
      `UPDATE trading.offer_application SET state = 'withdrawn', ended_ms = $2 WHERE id = $1 AND state = 'open'`,
      [id, at],
    ),
  );

export const endSettled = (
  tx: Tx,
  id: bigint,
  result: {
    readonly got: number;
    readonly paidPaise: bigint;
    readonly tdsPaise: bigint;
    /** Of a buyback. */
    readonly sttPaise?: bigint;
    readonly positionId: bigint | null;
    readonly at: number;
    /** What used entitlements had cost. */
    readonly moved?: LotCost | undefined;
  },
): Promise<unknown> =>
  end(tx, id, 'settled', () =>
    tx.query(
      'orders.settle_offer_application',
      `UPDATE trading.offer_application SET state = 'settled', got = $2, paid_paise = $3, tds_paise = $4, position_id = $5, ended_ms = $6,
       lot_paise = $7, lot_charges_paise = $8, lot_stt_paise = $9, stt_paise = $10
     WHERE id = $1 AND state = 'open'`,
      [
        id,
        result.got,
        result.paidPaise,
        result.tdsPaise,
        result.positionId,
        result.at,
        result.moved?.cost ?? 0n,
        result.moved?.charges ?? 0n,
        result.moved?.stt ?? 0n,
        result.sttPaise ?? 0n,
      ],
    ),
  );

/** What a member was entitled to on the record date of an offer. */
export type Entitled = { readonly actionId: string; readonly held: bigint; readonly added: bigint };

export const readEntitled = (
  db: Queryable,
  userId: string,
  actionIds: readonly string[],
): Promise<readonly Entitled[]> =>
  db.query(
    'orders.offer_entitled',
    'SELECT e.action_id, e.held, e.added FROM trading.entitlement e WHERE e.user_id = $1 AND e.action_id = ANY ($2::text[])',
    [userId, actionIds],
  );

/** Of several members, of one offer. */
export async function heldOnRecord(
  db: Queryable,
  actionId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ userId: string; held: bigint }>(
    'orders.offer_held',
    'SELECT e.user_id, e.held FROM trading.entitlement e WHERE e.action_id = $1 AND e.user_id = ANY ($2::text[])',
    [actionId, userIds],
  );
  return new Map(rows.map(({ userId, held }) => [userId, Number(held)]));
}

/** Free and unsettled shares of a member in one asset. */
export async function readBalances(
  db: Queryable,
  userId: string,
  asset: string,
): Promise<{ readonly free: number; readonly unsettled: number }> {
  const rows = await db.query<{ code: number; balance: bigint }>(
    'orders.offer_balances',
    `SELECT a.code, a.balance FROM ledger.account a WHERE a.owner = 'u:' || $1 AND a.asset = $2 AND a.code IN (120, 122)`,
    [userId, asset],
  );
  const of = (code: number) => Number(rows.find((row) => row.code === code)?.balance ?? 0n);
  return { free: of(120), unsettled: of(122) };
}

/** Members who have entitlements that nothing has used, with how many, up to a limit. */
export const unusedEntitlements = (
  db: Queryable,
  asset: string,
  limit: number,
): Promise<readonly { readonly userId: string; readonly shares: bigint }[]> =>
  db.query(
    'orders.unused_entitlements',
    `SELECT substr(a.owner, 3) AS user_id, sum(a.balance)::bigint AS shares FROM ledger.account a
     WHERE a.asset = $1 AND a.owner LIKE 'u:%' AND a.code IN (120, 122) AND a.balance > 0
     GROUP BY a.owner ORDER BY a.owner LIMIT $2`,
    [asset, limit],
  );

export const noteLapsed = (
  tx: Tx,
  lapsed: {
    readonly actionId: string;
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly onDate: string;
    readonly entitlements: number;
    readonly at: number;
  },
): Promise<unknown> =>
  tx.query(
    'orders.note_lapsed',
    `INSERT INTO trading.lapsed_entitlement (action_id, user_id, asset, code, on_date, entitlements, at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [lapsed.actionId, lapsed.userId, lapsed.asset, lapsed.code, lapsed.onDate, lapsed.entitlements, lapsed.at],
  );

/** Takes shares out of a member's lots that a company bought back, or entitlements that lapsed. */
export const sellLots = (
  tx: Tx,
  sale: {
    readonly userId: string;
    readonly asset: string;
    readonly code: string;
    readonly shares: number;
    readonly proceedsPaise: bigint;
    /** The only charge. */
    readonly sttPaise?: bigint;
    readonly onDate: string;
    readonly at: number;
    readonly actionId: string;
  },
): Promise<unknown> =>
  tx.query('orders.sell_lots', 'SELECT trading.sell_lots($1, $2, $3, $4, $5, $9, $9, $6, $7, NULL, $8)', [
    sale.userId,
    sale.asset,
    sale.code,
    sale.shares,
    sale.proceedsPaise,
    sale.onDate,
    sale.at,
    sale.actionId,
    sale.sttPaise ?? 0n,
  ]);

export const readLapsed = (
  db: Queryable,
  userId: string,
  actionIds: readonly string[],
): Promise<readonly { readonly actionId: string; readonly entitlements: number }[]> =>
  db.query(
    'orders.lapsed_of',
    'SELECT l.action_id, l.entitlements FROM trading.lapsed_entitlement l WHERE l.user_id = $1 AND l.action_id = ANY ($2::text[])',
    [userId, actionIds],
  );

/** Dividends of a company to a member since a day, in paise. */
export async function dividendsSince(db: Queryable, userId: string, asset: string, from: string): Promise<bigint> {
  const [row] = await db.query<{ paise: bigint }>(
    'orders.dividends_since',
    `SELECT coalesce(sum(e.gross_paise), 0)::bigint AS paise FROM trading.entitlement e
     WHERE e.user_id = $1 AND e.asset = $2 AND e.kind = 'dividend' AND e.on_date >= $3`,
    [userId, asset, from],
  );
  return row?.paise ?? 0n;
}

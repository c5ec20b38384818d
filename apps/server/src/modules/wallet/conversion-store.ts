import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The SQL of conversions and of the chosen wallet, and nothing but SQL. */

/** What was changed into what, by whom and at which rate: the log answers for it. */
export const CONVERSIONS: RecordedTable = {
  type: 'wallet.conversion',
  table: 'wallet.conversion',
  id: 'order_number',
  columns: [
    't.member_id',
    't.from_currency',
    't.to_currency',
    't.amount',
    't.received',
    't.rate_paise',
    't.middle_paise',
    't.market_date',
    't.at',
  ],
};

export type Conversion = {
  readonly orderNumber: string;
  readonly fromCurrency: 'INR' | 'USDT';
  readonly toCurrency: 'INR' | 'USDT';
  readonly amount: bigint;
  readonly received: bigint;
  readonly ratePaise: bigint;
  readonly middlePaise: bigint;
  readonly marketDate: string;
};
const CONVERSION = 'order_number, from_currency, to_currency, amount, received, rate_paise, middle_paise, market_date';

export async function insertConversion(
  tx: Tx,
  conversion: {
    readonly orderNumber: string;
    readonly memberId: string;
    readonly from: 'INR' | 'USDT';
    readonly to: 'INR' | 'USDT';
    readonly amount: bigint;
    readonly received: bigint;
    readonly ratePaise: bigint;
    readonly middlePaise: bigint;
    readonly marketDate: string;
    readonly at: number;
  },
): Promise<void> {
  await tx.query(
    'wallet.insert_conversion',
    `INSERT INTO wallet.conversion
       (order_number, member_id, from_currency, to_currency, amount, received, rate_paise, middle_paise, market_date, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      conversion.orderNumber,
      conversion.memberId,
      conversion.from,
      conversion.to,
      conversion.amount,
      conversion.received,
      conversion.ratePaise,
      conversion.middlePaise,
      conversion.marketDate,
      conversion.at,
    ],
  );
  await recordRow(tx, CONVERSIONS, conversion.orderNumber, 'made');
}

/** A conversion of this member's own. Throws when there is none: our defect. */
export async function readConversion(db: Queryable, memberId: string, orderNumber: string): Promise<Conversion> {
  const [row] = await db.query<Conversion>(
    'wallet.conversion_of',
    `SELECT ${CONVERSION} FROM wallet.conversion WHERE member_id = $1 AND order_number = $2`,
    [memberId, orderNumber],
  );
  if (!row) throw new Error(`There is no conversion ${orderNumber}`);
  return row;
}

/** By order number, for the remarks of the bill. */
export const readConversions = (
  db: Queryable,
  memberId: string,
  orderNumbers: readonly string[],
): Promise<readonly Conversion[]> =>
  db.query<Conversion>(
    'wallet.conversions_of',
    `SELECT ${CONVERSION} FROM wallet.conversion WHERE member_id = $1 AND order_number = ANY($2)`,
    [memberId, orderNumbers],
  );

/** The wallet that a member sees first: rupees, until another was chosen. */
export async function selectedCurrency(db: Queryable, memberId: string): Promise<'INR' | 'USDT'> {
  const [row] = await db.query<{ currency: 'INR' | 'USDT' }>(
    'wallet.selected_currency',
    'SELECT currency FROM wallet.preference WHERE member_id = $1',
    [memberId],
  );
  return row?.currency ?? 'INR';
}

export async function selectCurrency(db: Queryable, memberId: string, currency: 'INR' | 'USDT'): Promise<void> {
  await db.query(
    'wallet.select_currency',
    `INSERT INTO wallet.preference (member_id, currency) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET currency = excluded.currency`,
    [memberId, currency],
  );
}

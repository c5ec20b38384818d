import { asPrice } from '@khara/money';
import type { Queryable, Tx } from '#src/ports/database.ts';

type AlertCondition = 'above' | 'below';

export type Alert = {
  readonly id: bigint;
  readonly userId: string;
  readonly code: string;
  readonly condition: AlertCondition;
  readonly price: number;
  /** What a program calls it. */
  readonly label: string | undefined;
  /** A program stopped it. */
  readonly isPaused: boolean;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly metAt: number | undefined;
  readonly metTime: string | undefined;
  readonly metPrice: number | undefined;
};

const ALERT = `id, user_id, code, condition, price_paise, label, is_paused, created_ms, changed_ms, met_ms,
  market.time_at(met_ms) AS met_time, met_paise`;
/** Alerts that were met and are still shown. */
const SHOWN_MET = 50;

async function queryAlerts(
  db: Queryable,
  name: string,
  sql: string,
  params: readonly unknown[],
): Promise<readonly Alert[]> {
  const rows = await db.query<
    Omit<Alert, 'price' | 'metPrice'> & { readonly pricePaise: bigint; readonly metPaise: bigint | undefined }
  >(name, sql, params);
  return rows.map(({ pricePaise, metPaise, ...alert }) => ({
    ...alert,
    price: asPrice(pricePaise),
    metPrice: metPaise === undefined ? undefined : asPrice(metPaise),
  }));
}

/** `after`: only those with a higher id. */
export async function waitingAlerts(db: Queryable, after = 0n): Promise<readonly Alert[]> {
  return queryAlerts(
    db,
    'market.alerts_waiting',
    `SELECT ${ALERT} FROM market.alert WHERE met_ms IS NULL AND NOT is_paused AND id > $1 ORDER BY id`,
    [after],
  );
}

/** Those that wait, then the last that were met, newest first. */
export async function listAlerts(db: Queryable, userId: string, code: string | undefined): Promise<readonly Alert[]> {
  return queryAlerts(
    db,
    'market.alerts_of',
    `(SELECT ${ALERT} FROM market.alert WHERE user_id = $1 AND met_ms IS NULL AND ($2::text IS NULL OR code = $2) ORDER BY id DESC)
     UNION ALL
     (SELECT ${ALERT} FROM market.alert WHERE user_id = $1 AND met_ms IS NOT NULL AND ($2::text IS NULL OR code = $2)
      ORDER BY met_ms DESC, id DESC LIMIT ${SHOWN_MET})`,
    [userId, code ?? null],
  );
}

/**
 * Keeps an alert; one that waits for the same is answered again. Undefined when the member has as many as there may be.
 */
export async function keepAlert(
  tx: Tx,
  alert: Pick<Alert, 'userId' | 'code' | 'condition' | 'price' | 'label' | 'createdAt'>,
  most: number,
): Promise<Alert | undefined> {
  const { userId, code, condition, price, label, createdAt } = alert;
  await lockAlerts(tx, userId);
  const [same] = await queryAlerts(
    tx,
    'market.alert_same',
    `SELECT ${ALERT} FROM market.alert WHERE user_id = $1 AND code = $2 AND condition = $3 AND price_paise = $4
       AND label IS NOT DISTINCT FROM $5 AND met_ms IS NULL AND NOT is_paused`,
    [userId, code, condition, price, label],
  );
  if (same) return same;
  const [kept] = await queryAlerts(
    tx,
    'market.alert_keep',
    `INSERT INTO market.alert (user_id, code, condition, price_paise, label, created_ms, changed_ms)
     SELECT $1, $2, $3, $4, $5, $6, $6
     WHERE (SELECT count(*) FROM market.alert WHERE user_id = $1 AND met_ms IS NULL) < $7 RETURNING ${ALERT}`,
    [userId, code, condition, price, label, createdAt, most],
  );
  return kept;
}

/** Two requests of one member wait for each other, so that they are counted right. */
const lockAlerts = (tx: Tx, userId: string): Promise<unknown> =>
  tx.query('market.lock_alerts', "SELECT pg_advisory_xact_lock(hashtext('alerts ' || $1))", [userId]);

/** An alert of this member, which stays as it is until the transaction ends. */
export async function lockAlert(tx: Tx, userId: string, id: bigint): Promise<Alert | undefined> {
  await lockAlerts(tx, userId);
  const [kept] = await queryAlerts(
    tx,
    'market.alert_locked',
    `SELECT ${ALERT} FROM market.alert WHERE user_id = $1 AND id = $2 FOR UPDATE`,
    [userId, id],
  );
  return kept;
}

/**
 * Gives an alert other terms; without `metAt` it waits anew. Undefined when the member has as many that wait as there
 * may be.
 */
export async function changeAlert(tx: Tx, alert: Alert, most: number): Promise<Alert | undefined> {
  const { id, userId, condition, price, label, isPaused, changedAt, metAt } = alert;
  const [kept] = await queryAlerts(
    tx,
    'market.alert_change',
    `UPDATE market.alert SET condition = $3, price_paise = $4, label = $5, is_paused = $6, changed_ms = $7,
       met_ms = CASE WHEN $8 THEN met_ms END, met_paise = CASE WHEN $8 THEN met_paise END
     WHERE user_id = $1 AND id = $2
       AND ($8 OR (SELECT count(*) FROM market.alert WHERE user_id = $1 AND met_ms IS NULL AND id <> $2) < $9)
     RETURNING ${ALERT}`,
    [userId, id, condition, price, label, isPaused, changedAt, metAt !== undefined, most],
  );
  return kept;
}

export const dropAlert = (db: Queryable, userId: string, id: bigint): Promise<unknown> =>
  db.query('market.alert_drop', 'DELETE FROM market.alert WHERE user_id = $1 AND id = $2', [userId, id]);

export async function alertExists(db: Queryable, id: bigint): Promise<boolean> {
  const rows = await db.query('market.alert_exists', 'SELECT FROM market.alert WHERE id = $1', [id]);
  return rows.length > 0;
}

/** Notes that an alert was met; undefined when it was met or deleted before. */
export async function meetAlert(tx: Tx, id: bigint, at: number, price: number): Promise<Alert | undefined> {
  const [kept] = await queryAlerts(
    tx,
    'market.alert_meet',
    `UPDATE market.alert SET met_ms = $2, met_paise = $3, changed_ms = $2
     WHERE id = $1 AND met_ms IS NULL AND NOT is_paused RETURNING ${ALERT}`,
    [id, at, price],
  );
  return kept;
}

/** With a split or a bonus the prices that alerts wait for change as the share does, half up to the paisa. */
export const adjustAlerts = (tx: Tx, code: string, numerator: number, denominator: number): Promise<unknown> =>
  tx.query(
    'market.alerts_adjust',
    `UPDATE market.alert SET price_paise = greatest(1, div(2 * price_paise * $3 + $2, 2 * $2)::bigint)
     WHERE code = $1 AND met_ms IS NULL`,
    [code, numerator, denominator],
  );

/** Ends the alerts on a share that wait, without a notice of their price; answers whose they were. */
export async function endAlerts(tx: Tx, code: string): Promise<readonly string[]> {
  const rows = await tx.query<{ userId: string }>(
    'market.alerts_end',
    'DELETE FROM market.alert WHERE code = $1 AND met_ms IS NULL RETURNING user_id',
    [code],
  );
  return [...new Set(rows.map((row) => row.userId))];
}

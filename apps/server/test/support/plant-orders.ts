import type { Db } from '#src/ports/database.ts';

const COLUMNS = `account_key, code, asset, type, product, validity, price_paise, market_date, market_time, accepted_ms, updated_ms`;

/**
 * Writes orders by hand that stand open beside a member's intraday order, with the rights of an administrator: one of
 * the system without a command, one with one, and one of the member with the authentication code of a true one.
 */
export async function plantOrders(admin: Db, userId: string): Promise<readonly bigint[]> {
  const like = `FROM trading."order" WHERE id = (SELECT min(id) FROM trading."order" WHERE user_id = $1 AND product = 'intraday')`;
  const ofSystem = `INSERT INTO trading."order" (user_id, request_id, side, quantity, state, by_system, frozen_paise, ${COLUMNS})
    SELECT user_id, 'square-off', 'sell', 100, 'open', true, 0, ${COLUMNS} ${like} RETURNING id`;
  const [first] = await admin.query<{ id: bigint }>('test.plant_system_order', ofSystem, [userId]);
  const [second] = await admin.query<{ id: bigint }>('test.plant_system_order', ofSystem, [userId]);
  await admin.query('test.limited_off', 'ALTER TABLE trading.journal_command DISABLE TRIGGER limited');
  await admin.query(
    'test.plant_command',
    `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, price_paise, quantity, type, validity, mac)
     SELECT 'place', id, 1, price_paise, quantity, type, validity, substring(sha256('x') FOR 16) FROM trading."order" WHERE id = $1`,
    [second!.id],
  );
  await admin.query('test.limited_on', 'ALTER TABLE trading.journal_command ENABLE ALWAYS TRIGGER limited');
  const [third] = await admin.query<{ id: bigint }>(
    'test.plant_order',
    `INSERT INTO trading."order" (user_id, request_id, side, quantity, state, frozen_paise, req, mac, ${COLUMNS})
     SELECT user_id, 'planted', 'buy', 100, 'open', 0, req, mac, ${COLUMNS} ${like} RETURNING id`,
    [userId],
  );
  return [first!.id, second!.id, third!.id];
}

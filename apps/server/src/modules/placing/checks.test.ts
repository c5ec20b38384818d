import { beforeAll, describe, expect, it } from 'vitest';
import { makeLots } from '#modules/portfolio/index.ts';
import { issueNotes } from '#modules/settlement/issue-notes.ts';
import type { Queryable } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading } from '#test/trading.ts';

const CODE = 'AAMRAI';

describe('what orders check of themselves', () => {
  const database = useTestDatabase();
  beforeAll(async () => {
    const trading = await openTrading(database.app);
    const [buyer, seller] = [trading.member(), trading.member()];
    await buyer.deposit(10_00_000_00n);
    await seller.deposit(10_00_000_00n);
    await seller.buy({ code: CODE, quantity: 10 });
    const price = trading.inside(CODE);
    await buyer.buy({ code: CODE, quantity: 3, price });
    await seller.sell({ code: CODE, quantity: 3, price });
    await buyer.sell({ code: CODE, quantity: 2, price: '1445.00' });
    await buyer.buy({ code: CODE, quantity: 4, price: '1200.00' });
    await seller.sell({ code: CODE, quantity: 7 });
    const { marketDay, marketDate } = trading.venue.day.inputs;
    await issueNotes(trading.deps, { marketDay, marketDate });
    for (const { userId } of [buyer, seller]) await makeLots(database.app, [userId]);
  });

  it('finds nothing wrong with what was traded', () => provesTheTrading(database.app));

  it('keep what the fill of an order cost, which the order’s own row says', async () => {
    await expect(setFilled(database.app, 'stt_paise = stt_paise + 100')).rejects.toMatchObject({ code: '42501' });
    await expect(setFilled(database.app, 'filled_paise = filled_paise + 1')).rejects.toMatchObject({ code: '42501' });
    await setFilled(database.app, 'updated_ms = updated_ms');
  });

  const edits: readonly (readonly [check: string, edit: string])[] = [
    ['frozen_money', `UPDATE trading."order" SET frozen_paise = frozen_paise + 1 WHERE frozen_paise > 0`],
    ['frozen_shares', `UPDATE trading."order" SET frozen_shares = frozen_shares + 1 WHERE frozen_shares > 0`],
    ['unsettled', 'UPDATE trading.settlement_due SET bought = bought + 1'],
    ['unsettled', `UPDATE trading."order" SET frozen_unsettled = frozen_unsettled - 1 WHERE frozen_unsettled > 0`],
    [
      'position_shares',
      `UPDATE trading.position SET quantity = quantity + 1, bought_quantity = bought_quantity + 1 WHERE quantity > 0`,
    ],
    ['order_fills', `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE filled > 0`],
    ['order_fills', `UPDATE trading."order" SET stt_paise = stt_paise + 100 WHERE filled > 0`],
    ['position_fills', 'UPDATE trading.position SET charges_paise = charges_paise - 1'],
    ['note_charges', 'UPDATE trading.position SET charges_paise = charges_paise - 1, noted_paise = noted_paise - 1'],
    ['order_fills', `UPDATE trading."order" SET fill_quantity[1] = fill_quantity[1] + 1`],
    ['order_fills', `UPDATE trading."order" SET fill_price_paise[1] = fill_price_paise[1] + 5`],
    ['order_fills', `UPDATE trading."order" SET fill_charges[2] = fill_charges[2] + 100`],
    ['position_fills', `UPDATE trading."order" SET position_id = position_id + 1`],
    ['fill_entries', 'UPDATE trading.resting_fill SET trade_no = trade_no + 1000000'],
    ['fill_entries', `UPDATE trading."order" SET fill_quantity[1] = fill_quantity[1] + 1`],
    ['fill_entries', `UPDATE trading."order" SET fill_price_paise[1] = fill_price_paise[1] + 5`],
    ['trade_sides', `UPDATE trading.resting_fill SET quantity = quantity + 1, value_paise = value_paise + price_paise`],
    ['trade_sides', `UPDATE trading."order" SET fill_price_paise[1] = fill_price_paise[1] + 5 WHERE side = 'sell'`],
    ['lots', 'UPDATE trading.lot SET remaining = remaining - 1 WHERE remaining > 1'],
    ['lots', 'UPDATE trading.lots_made SET note = note - 1'],
    [
      'order_commands',
      `UPDATE trading."order" SET market_day = NULL, applied_step = NULL, applied_index = NULL, matched_ms = NULL, matched_time = NULL`,
    ],
  ];
  it.each(edits)('%s notices: %s', async (check, edit) => {
    const found = database.admin.transaction(async (tx) => {
      await tx.query('test.unguarded', 'SET LOCAL session_replication_role = replica');
      await tx.query(`test.edit_${edits.findIndex((it) => it[1] === edit)}`, edit);
      const rows = await tx.query<{ name: string }>(
        'test.broken',
        'SELECT name FROM checks.module_checks() WHERE violations > 0',
      );
      throw new Undone(rows.map(({ name }) => name));
    });
    await expect(found).rejects.toMatchObject({ found: expect.arrayContaining([check]) });
  });
});

/** Changes orders that one fill completed at once. */
const setFilled = (db: Queryable, set: string) =>
  db.query(
    `test.set_${set.length}`,
    `UPDATE trading."order" SET ${set} WHERE fill_trade IS NOT NULL AND fill_charges IS NULL`,
  );

/** Ends a transaction whose changes were only for looking. */
class Undone extends Error {
  readonly found: readonly string[];
  constructor(found: readonly string[]) {
    super('undone');
    this.found = found;
  }
}

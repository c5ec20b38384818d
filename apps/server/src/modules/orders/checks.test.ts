import { beforeAll, describe, expect, it } from 'vitest';
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
  });

  it('finds nothing wrong with what was traded', () => provesTheTrading(database.app));

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
    ['position_fills', `UPDATE trading.position SET realised_paise = realised_paise + 1 WHERE state = 'historical'`],
    ['fill_entries', 'UPDATE trading.fill SET trade_no = trade_no + 1000000'],
    [
      'trade_sides',
      `UPDATE trading.fill SET quantity = quantity + 1, value_paise = value_paise + price_paise WHERE side = 'sell'`,
    ],
    ['lots', 'UPDATE trading.lot SET remaining = remaining - 1 WHERE remaining > 1'],
    ['order_commands', `UPDATE trading.command SET market_day = NULL, applied_step = NULL, applied_index = NULL`],
  ];
  it.each(edits)('%s notices: %s', async (check, edit) => {
    const found = database.admin.transaction(async (tx) => {
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

/** Ends a transaction whose changes were only for looking. */
class Undone extends Error {
  readonly found: readonly string[];
  constructor(found: readonly string[]) {
    super('undone');
    this.found = found;
  }
}

import { readCsv } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openOfferings } from '#test/offerings-market.ts';
import { logNames } from '#src/security/log-names.ts';
import { blockDeals } from './block-deal-store.ts';

const PATTAL = 'BLK-PATTAL-0';
const KEYS = { installSecret: new Uint8Array(32).fill(9) };

describe('the block deals of a market day', () => {
  const database = useTestDatabase();

  it('are a line for each buyer and one for the seller, and members stand under their pseudonyms', async () => {
    const offerings = openOfferings(database.app, { seeds: ['PATTAL'] });
    const { deps } = offerings;
    await offerings.run();
    const asha = await offerings.member(400_000_000n);
    const [{ number } = { number: 0n }] = await database.app.query<{ number: bigint }>(
      'test.number',
      'SELECT number FROM accounts.member WHERE id = $1',
      [asha.userId],
    );
    const dealsOf = async (marketDate: string) => {
      const paper = await blockDeals(
        database.app,
        { marketDate, names: logNames(KEYS, marketDate) },
        (code) => deps.market.instrument(code)?.issuer,
      );
      const columns = [
        'Date',
        'Symbol',
        'Client Name',
        'Buy/Sell',
        'Quantity Traded',
        'Trade Price / Wght. Avg. Price',
      ];
      return readCsv(paper.csv).map((row) => columns.map((column) => row.get(column)));
    };
    await database.app.query(
      'test.day',
      `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms, closed_ms)
       VALUES (0, '2026-11-20', 'compressed', 480, 0, '', $1, $2), (1, '2026-11-23', 'compressed', 480, 0, '', $2, $2 + 1)`,
      [deps.clock.now(), deps.clock.now() + 86_400_000],
    );
    await offerings.goTo('2026-11-20T11:00');
    expect(await asha.subscribe({ id: PATTAL, lots: 200, accessKey: 'KHARA' })).toHaveProperty('value');
    expect(await dealsOf('2026-11-20')).toEqual([]); // bought, and in no window yet
    await offerings.goTo('2026-11-20T14:06');
    await offerings.goTo('2026-11-20T15:31');

    const deals = await dealsOf('2026-11-20');
    const sold = deals.find(([, , , side]) => side === 'SELL');
    expect(sold?.slice(0, 4)).toEqual(['20-NOV-2026', 'PATTAL', PATTAL, 'SELL']);
    const buys = deals.filter(([, , , side]) => side === 'BUY');
    const who = logNames(KEYS, '2026-11-20').account(Number(number));
    expect(buys).toContainEqual(['20-NOV-2026', 'PATTAL', who, 'BUY', '6000', '453.70']);
    expect(buys.reduce((sum, [, , , , shares]) => sum + Number(shares), 0)).toBe(Number(sold?.[4]));
    expect(await dealsOf('2026-11-23')).toEqual([]);
  });
});

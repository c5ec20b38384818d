import { describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

const CODE = 'ALANKRITI';
const today = ({ deps }: Trading) => deps.market.now().marketDate;

/** A share is bought on the first day and sold on the day after it has settled. */
describe.each([
  ['over the end of the published year', Date.UTC(2026, 11, 31, 4), ['2026-12-31', '2027-01-01', '2027-01-04']],
  ['from a weekend before an assumed holiday', Date.UTC(2027, 0, 24, 4), ['2027-01-25', '2027-01-27', '2027-01-28']],
  ['from an assumed holiday on', Date.UTC(2028, 7, 15, 4), ['2028-08-16', '2028-08-17', '2028-08-18']],
  ['ten years on', Date.UTC(2036, 11, 31, 4), ['2036-12-31', '2037-01-01', '2037-01-02']],
])('a market that runs %s', (_name, start, dates) => {
  const database = useTestDatabase({ provesBooks: false });

  it('begins on a market day, settles, and goes on with the next', async () => {
    const trading = await openTrading(database.app, { start, daySeconds: '12' });
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
    const seen = [today(trading)];
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    expect(await member.buy({ code: CODE, quantity: 3 })).toMatchObject({ state: 'complete' });
    for (const date of dates.slice(1)) {
      const before = today(trading);
      await trading.stepUntil(() => today(trading) !== before);
      await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous');
      seen.push(today(trading));
      expect(seen.at(-1)).toBe(date);
    }
    expect(seen).toEqual(dates);
    expect(await member.sell({ code: CODE, quantity: 3 })).toMatchObject({ state: 'complete' });
    await trading.venue.stop();

    // A restart on such a date goes on where it was.
    const again = await openTrading(database.app, { start: trading.clock.now(), daySeconds: '12' });
    expect(today(again)).toBe(dates.at(-1));
    await again.stepUntil(() => today(again) !== dates.at(-1));
    await again.venue.stop();
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });
});

import { nextRegularDay, tradeForTradeUntil } from '@khara/rules';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading } from '#test/trading.ts';
import { tradesBetween } from './store.ts';
import { tradebookCsv } from './tradebook.ts';

const database = useTestDatabase();
const [FRESH, OLD] = ['AAMRAI', 'ACHALGARH'] as const;

const before = (date: string): string => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
/** A market date whose tenth market day is another one. */
function listedTenDaysBefore(last: string): string {
  let day = last;
  while (tradeForTradeUntil({ series: 'EQ', listedOn: day, issueCrore: 100 }) !== last) day = before(day);
  return day;
}

it('A tradebook has the series of each trade on its day: BE while a small issue is new, then EQ', async () => {
  const start = Date.UTC(2026, 7, 24, 4);
  const lastOfBe = '2026-08-24';
  const trading = await openTrading(database.app, {
    daySeconds: '10',
    start,
    codes: [FRESH, OLD],
    changed: (issuer) =>
      issuer.code === FRESH
        ? { ...issuer, listedOn: listedTenDaysBefore(lastOfBe), sharesOutstanding: 1_000_000 }
        : issuer,
  });
  const { deps } = trading;
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  const today = () => deps.market.now().marketDate;
  expect(today()).toBe(lastOfBe);
  const seriesBy = async () => {
    const trades = await tradesBetween(deps.db, { userId: member.userId, from: lastOfBe, to: today(), limit: 100 });
    const [header, ...lines] = tradebookCsv(deps, trades)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const at = (name: string): number => header!.indexOf(name);
    return [...new Set(lines.map((line) => `${line[at('trade_date')]} ${line[at('symbol')]} ${line[at('series')]}`))];
  };
  for (const code of [FRESH, OLD]) await member.buy({ ...trading.atAnyPrice(code, 'buy'), quantity: 1 });
  const first = [`${lastOfBe} ${FRESH} BE`, `${lastOfBe} ${OLD} EQ`];
  expect(await seriesBy(), 'of the day that runs').toEqual(first);

  const next = nextRegularDay(lastOfBe);
  await trading.stepUntil(() => today() === next && deps.market.now().session === 'open');
  await member.buy({ ...trading.atAnyPrice(FRESH, 'buy'), quantity: 1 });
  expect(await seriesBy(), 'with a day that is over').toEqual([...first, `${next} ${FRESH} EQ`]);
});

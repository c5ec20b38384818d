import { expect, it } from 'vitest';
import { paise } from '@khara/money';
import { createDocumentHandlers } from '#modules/documents/index.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading } from '#test/trading.ts';

const FUND = 'KHARAFIFTY';
const database = useTestDatabase();

it('trades of a fund are taxed as those of an equity fund, in notes, in the tax report and by npm run verify', async () => {
  const trading = await openTrading(database.app, { daySeconds: '20', codes: [], fund: FUND });
  const { deps } = trading;
  const date = () => deps.market.now().marketDate;
  const opens = () => trading.stepUntil(() => deps.market.phase(FUND) === 'continuous');
  const nextDay = async () => {
    const today = date();
    await trading.stepUntil(() => date() > today);
  };
  await opens();
  const first = date();
  const member = trading.member();
  await member.deposit(50_00_000_00n);
  await member.buy({ code: FUND, quantity: 4_000 });
  await nextDay();
  await opens();
  const second = date();
  // Sold out of the lot, and bought and sold within the day.
  const sale = await member.sell({ code: FUND, quantity: 3_000 });
  await member.buy({ code: FUND, quantity: 1_000, product: 'intraday' });
  const within = await member.sell({ code: FUND, quantity: 1_000, product: 'intraday' });
  await nextDay();

  const [bought, sold] = await database.app.query<{ marketDate: string; sttPaise: bigint; stampPaise: bigint }>(
    'test.notes',
    'SELECT n.market_date, n.stt_paise, n.stamp_paise FROM trading.contract_note n WHERE n.user_id = $1 ORDER BY n.number',
    [member.userId],
  );
  expect(bought).toMatchObject({ marketDate: first, sttPaise: 0n });
  // 0.001 % of what is delivered and 0.025 % of what is not, by the seller, in whole rupees.
  const stt = Math.round((valueOf(sale, 3_000) * 0.00001 + valueOf(within, 1_000) * 0.00025) / 100);
  expect(stt).toBeGreaterThan(1);
  expect(sold).toMatchObject({ marketDate: second, sttPaise: BigInt(stt) * 100n });

  const documents = createDocumentHandlers({ print: async () => Buffer.alloc(0) });
  const answer = await documents.taxReport(deps, member.caller, { financialYear: '2026-27', format: 'csv' });
  if (answer.refused !== undefined) throw new Error(answer.refused);
  const lines = Buffer.from(answer.value.bytes).toString('utf8').split(/\r?\n/u);
  expect(lines.filter((line) => line.startsWith(`capital_gain,${FUND},${first},${second},3000,`))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith(`speculative,${FUND},${second},${second},1000,`))).toHaveLength(1);
  await provesTheTrading(database.app);
  await provesTheBooks(database.app);
});

/** Paise of `shares` at the average price of an order. */
const valueOf = (order: { averagePrice: string | null }, quantity: number): number =>
  Number(paise(order.averagePrice!)!) * quantity;

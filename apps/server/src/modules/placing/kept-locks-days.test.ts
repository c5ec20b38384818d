import { nextRegularDay } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { cloneRow } from '#test/clone-row.ts';
import { useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { hearNews } from '#test/hear-news.ts';
import { comparing, numbers, provesAll, richMember, traced } from '#test/known-standing.ts';
import { openTrading, type Trader } from '#test/trading.ts';

const IS_ALL = process.env['TESTS'] === 'all';
const [PAYS, SPLITS, GIVES] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;
/** Ex-dates, one after the other. Some forty steps lie between two, each with orders of every member. */
const EX_DATES = IS_ALL ? 6 : 1;
const CALLED = IS_ALL ? 5 : 2;
const OLD_ORDERS = IS_ALL ? 200_000 : 20_000;

const database = useTestDatabase({ per: 'test' });

describe('locks of users that are kept, and what the market moves', () => {
  it('are had by pay-outs and by what goes ex among orders, and what is known of members stays true', async () => {
    const { db, current } = traced(database.app);
    const trading = await openTrading(db, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
    const day = () => trading.deps.market.now().marketDate;
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    const { compared } = comparing(current);
    const below = numbers(5);
    const members = await Promise.all(Array.from({ length: 4 }, () => richMember(trading)));
    for (const member of members) for (const code of trading.codes) await member.buy({ code, quantity: 30 });
    const tradeThrough = async () => {
      await Promise.all([
        trading.venue.step(),
        ...members.map((member) => {
          const share = { code: trading.codes[below(3)]!, quantity: 1 + below(3) };
          return below(2) === 0 ? member.tryBuy(share) : member.trySell(share);
        }),
      ]);
    };
    for (let made = 0; made < EX_DATES; made += 1) {
      const exDate = nextRegularDay(day());
      const paysOn = nextRegularDay(exDate);
      const actions = [
        decidedAction(PAYS, exDate, { kind: 'dividend', perSharePaise: 450, paysOn }),
        decidedAction(SPLITS, exDate, { kind: 'split', oldFace: 10, newFace: 5 }),
        decidedAction(GIVES, exDate, { kind: 'bonus', a: 1, b: 2 }),
      ];
      await announceInstead(database, exDate, actions, trading.clock.now());
      while (day() < paysOn || trading.deps.market.now().marketTime.slice(11, 16) < '15:35') await tradeThrough();
    }
    await Promise.all(compared);
    expect(compared.length).toBeGreaterThan(50);
    const [rows] = await database.app.query<{ given: bigint; settled: bigint; paid: bigint }>(
      'test.moved',
      `SELECT (SELECT count(*) FROM market.corporate_action WHERE applied_ms IS NOT NULL) AS given,
         (SELECT count(DISTINCT user_id) FROM trading.settlement_due WHERE settled > 0) AS settled,
         (SELECT count(*) FROM ledger.entry WHERE kind = 'dividend') AS paid`,
    );
    expect(Number(rows!.given)).toBeGreaterThanOrEqual(3 * EX_DATES);
    expect(Number(rows!.settled)).toBe(members.length);
    expect(Number(rows!.paid)).toBeGreaterThan(0);
    expect(
      await database.app.query('test.lots', 'SELECT name, sample FROM trading.check_lots() WHERE violations > 0'),
    ).toEqual([]);
    await provesAll(database.app, trading);
  });

  it('are had by margin calls among their members’ orders for another share', async () => {
    const { db, current } = traced(database.app);
    const trading = await openTrading(db, { daySeconds: '300' });
    const isTrading = (code: string) =>
      trading.deps.market.phase(code) === 'continuous' && trading.quote(code).lastTradeAt !== undefined;
    await trading.stepUntil(() => isTrading(SPLITS) && isTrading(PAYS));
    const { compared } = comparing(current);
    const members = await Promise.all(Array.from({ length: CALLED }, () => richMember(trading)));
    for (const member of members) {
      await member.buy({ code: SPLITS, quantity: 100, product: 'intraday' });
      await member.buy({ code: PAYS, quantity: 5 });
    }
    const callsOfAll = async (kind: string) => {
      const rows = await database.app.query<{ userId: string }>(
        'test.calls',
        'SELECT DISTINCT c.user_id FROM trading.margin_call c WHERE c.kind = $1',
        [kind],
      );
      return rows.length;
    };
    const until = async (kind: string) => {
      for (let steps = 0; (await callsOfAll(kind)) < members.length; steps += 1) {
        if (steps > 600) throw new Error(`${SPLITS} is at ${trading.quote(SPLITS).lastPrice}`);
        const orders = members.flatMap((member) => [
          member.tryBuy({ code: PAYS, quantity: 2 }),
          member.trySell({ code: PAYS, quantity: 1 }),
        ]);
        await Promise.all([trading.venue.step(), ...orders]);
      }
    };
    await hearNews(trading, SPLITS, -1250);
    await until('call');
    await hearNews(trading, SPLITS, -800);
    await until('square_off');
    await Promise.all(compared);
    expect(compared.length).toBeGreaterThan(members.length);
    await provesAll(database.app, trading);
  });

  it('are taken, and what decides is read, as soon for a member with very many orders as for another', async () => {
    const trading = await openTrading(database.app, { codes: [PAYS] });
    await trading.stepUntil(() => trading.quote(PAYS).lastTradeAt !== undefined);
    const [old, other] = [await richMember(trading), await richMember(trading)];
    for (const member of [old, other]) await member.buy({ code: PAYS, quantity: 3 });
    await database.admin.transaction((tx) =>
      cloneRow(tx, {
        table: 'trading."order"',
        where: `user_id = '${old.userId}'`,
        other: {
          id: '-g',
          request_id: `'old ' || g`,
          market_day: '-1',
          applied_step: 'g',
          market_date: `'2020-01-01'`,
        },
        count: OLD_ORDERS,
      }),
    );
    await database.admin.query('test.analyze', 'VACUUM (ANALYZE) trading."order"');
    const took = new Map<Trader, number[]>([
      [old, []],
      [other, []],
    ]);
    for (let time = 0; time < 21; time += 1)
      for (const [member, times] of took) {
        trading.desk.giveAllBack(); // the next order takes the lock and reads
        const began = performance.now();
        await member.buy({ code: PAYS, quantity: 1 });
        times.push(performance.now() - began);
      }
    const [ofOld, ofOther] = [old, other].map((member) => took.get(member)!.toSorted((a, b) => a - b)[10]!);
    expect(ofOld).toBeLessThan(2 * ofOther! + 20);
    await trading.venue.stop();
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { verifyCommands } from '#src/verify/commands.ts';
import { createSettlementPort } from '#modules/day/index.ts';
import { hearNews } from '#modules/day/company-news.ts';
import { newsId } from '#modules/articles/index.ts';
import { fire } from '#modules/standing/triggers/trigger-store.ts';
import { journalOffer } from './journal/news-store.ts';
import { suspendShare } from './journal/suspend-share.ts';
import { resubmitForgotten } from './journal/command-store.ts';
import { settleBatch } from '#modules/settlement/index.ts';

/* Commands and waiting orders that were written by hand are given to no market, and named by `npm run verify`. */

const CODE = 'AAMRAI';

describe('what the market is given', () => {
  const database = useTestDatabase({ provesBooks: false, per: 'test' });
  let trading: Trading;
  beforeEach(async () => {
    trading = await openTrading(database.app);
    await opens();
  });
  const opens = () =>
    trading.stepUntil(
      () => trading.deps.market.now().session === 'open' && trading.quote(CODE).lastTradeAt !== undefined,
    );
  const rich = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    return member;
  };
  const byHand = async (sql: string, ...params: readonly (string | number | bigint)[]) => {
    const [row] = await database.admin.query<{ id: bigint }>(`test.by_hand.${randomUUID()}`, sql, [...params]);
    return row?.id;
  };
  const named = async () => (await verifyCommands(database.admin, testDeps().keys))[0]!;
  /** Planted, it is named, and both a loop and a start leave it as it is. */
  const isLeft = async (seq: bigint | undefined) => {
    expect(seq).toBeDefined();
    expect((await named()).sample).toContain(` ${seq} `);
    trading.clock.advance(60_000);
    expect(await resubmitForgotten(trading.deps)).toBe(0);
    expect(await createSettlementPort(trading.deps).unappliedCommands()).toEqual([]);
    await byHand('DELETE FROM trading.journal_command WHERE seq = $1', seq!);
    await byHand('DELETE FROM trading."order" WHERE by_system');
    expect((await named()).violations).toBe(0);
  };
  const far = () => (trading.quote(CODE).bandLow / 100).toFixed(2);
  const COMMAND = 'INSERT INTO trading.journal_command (accepted_ms, mac, kind';

  it.each([
    ['the cancel of an order', `order_id) SELECT 1, mac, 'cancel', id`],
    ['its end', `order_id, reason) SELECT 1, mac, 'expire', id, 'square_off'`],
    ['a change of it', `order_id, quantity, price_paise) SELECT 1, mac, 'modify', id, 900, price_paise * 2`],
    ['a change of it that makes no command', `order_id, quantity, price_paise) SELECT 1, mac, 'modify', id, 900, -1`],
    ['the suspension of its share', `code, request_id) SELECT 1, mac, 'suspend', code, 7`],
    ['news of it', `code, article_id, about, bps) SELECT 1, mac, 'news', code, 'planted', 'order_won', 500`],
    [
      'an offer of it',
      `code, offering_id, about, bps, on_date) SELECT 1, mac, 'offer', code, 'planted', 'opens', -500, market_date`,
    ],
  ])('has no command that was planted: %s', async (_what, sql) => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far() });
    await isLeft(await byHand(`${COMMAND}, ${sql} FROM trading."order" WHERE id = $1 RETURNING seq AS id`, id));
    expect(await member.detail(id)).toMatchObject({ state: 'open', quantity: 3 });
    await member.cancel(id);
  });

  it('has no change twice: one that was asked for, and is planted again', async () => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far() });
    await member.modify({ id, quantity: 9 });
    await member.modify({ id, quantity: 3 });
    const again = `order_id, quantity, price_paise) SELECT 1, mac, kind, order_id, quantity, price_paise`;
    await isLeft(
      await byHand(
        `${COMMAND}, ${again} FROM trading.journal_command WHERE order_id = $1 AND quantity = 9 RETURNING seq AS id`,
        id,
      ),
    );
    expect(await member.detail(id)).toMatchObject({ quantity: 3 });
    await member.cancel(id);
  });

  it('has no order of the system that was planted: no member’s shares are sold', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 4, product: 'intraday' });
    const seq = await byHand(
      `WITH placed AS (
         INSERT INTO trading."order" (user_id, account_key, request_id, code, asset, side, type, product, validity, quantity, price_paise,
           by_system, market_date, market_time, accepted_ms, updated_ms, frozen_paise)
         SELECT user_id, account_key, 'square_off', code, asset, 'sell', 'limit', product, 'day', 4, 5, true, market_date, market_time, 1, 1, 0
         FROM trading."order" WHERE user_id = $1 RETURNING *)
       INSERT INTO trading.journal_command (kind, order_id, accepted_ms, price_paise, quantity, type, validity, mac)
       SELECT 'place', id, 1, price_paise, quantity, type, validity, substring(sha256('x') FOR 16) FROM placed RETURNING seq AS id`,
      member.member.userId,
    );
    await isLeft(seq);
    expect(await member.positions()).toMatchObject([{ quantity: 4 }]);
  });

  it('has commands of its own where the same was planted: a change, and a cancel', async () => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far() });
    for (const terms of [`'modify', 900, price_paise`, `'cancel', NULL, NULL`])
      await byHand(
        `INSERT INTO trading.journal_command (accepted_ms, mac, order_id, kind, quantity, price_paise) SELECT 1, mac, id, ${terms} FROM trading."order" WHERE id = $1`,
        id,
      );
    expect(await member.modify({ id, quantity: 9 })).toMatchObject({ quantity: 9 });
    expect(await member.cancel(id)).toMatchObject({ state: 'cancelled' });
    expect((await named()).violations).toBe(2);
  });

  it('has news, an offer, a suspension and the end of a trigger where the same was planted, each once', async () => {
    const member = await trading.registered();
    const { deps } = trading;
    const { marketDate, marketTime } = deps.market.now();
    const below = trading.quote(CODE).bandLow;
    const { id } = await member.setTrigger({ code: CODE, side: 'buy', quantity: 1, below: [below, below] });
    const articleId = newsId(marketDate, CODE);
    for (const terms of [
      `'news', '${CODE}', '${articleId}', 'order_won', 500, NULL, NULL, NULL, NULL, NULL)`,
      `'offer', '${CODE}', NULL, 'opens', -500, 'O', '${marketDate}', NULL, NULL, NULL)`,
      `'suspend', '${CODE}', NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL)`,
      `'fire', '${CODE}', NULL, 'below', NULL, NULL, NULL, NULL, ${id}, 500)`,
    ])
      await byHand(
        `INSERT INTO trading.journal_command (accepted_ms, kind, code, article_id, about, bps, offering_id, on_date, request_id, trigger_id, trigger_paise)
         VALUES (1, ${terms}`,
      );
    const news = { code: CODE, about: 'order_won', bps: 300, figure: 1 } as const;
    const offer = { offeringId: 'O', about: 'opens', code: CODE, bps: -100, marketDate, at: 1 } as const;
    const reached = [{ id: BigInt(id), version: 1, condition: 'below' as const }];
    const journal = async () => [
      await hearNews(deps, news, marketDate),
      await database.app.transaction((tx) => journalOffer(tx, offer)),
      await database.app.transaction((tx) => fire(tx, reached, { at: 1, marketTime })),
    ];
    const journalled = [{ bps: 300 }];
    expect(await journal()).toMatchObject([journalled, { bps: -100 }, [{ kind: 'fire' }]]);
    expect((await journal()).slice(0, 2)).toEqual([[], undefined]);
    const suspend = { code: CODE, requestId: '7' };
    expect((await database.app.transaction((tx) => suspendShare(tx, deps, suspend))).refused).toBeUndefined();
    expect((await named()).violations).toBe(4);
  });

  it('ends an order by its minutes where the same end was planted', async () => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far(), validMinutes: 1 });
    await byHand(
      `${COMMAND}, order_id, reason) SELECT 1, mac, 'expire', id, 'minutes_over' FROM trading."order" WHERE id = $1`,
      id,
    );
    await trading.stepUntil(
      () => trading.deps.market.now().marketTime > `${trading.deps.market.now().marketDate}T09:40`,
    );
    await expect.poll(() => member.detail(id)).toMatchObject({ state: 'expired' });
  });

  it('enters no waiting order that was planted or changed, and those of members', async () => {
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const [member, other] = [await rich(), await rich()];
    const waits = (quantity: number) => member.buy({ code: CODE, quantity });
    const [right, more, changed] = [await waits(1), await waits(2), await waits(3)];
    expect(right).toMatchObject({ state: 'pending', afterMarket: true });
    await member.modify({ id: changed.id, quantity: 4 });
    await byHand(`UPDATE trading."order" SET quantity = 100 * quantity WHERE id = $1`, more.id);
    const columns = `account_key, code, asset, side, type, product, validity, quantity, price_paise, market_date, market_time,
      accepted_ms, updated_ms, frozen_paise, after_market, req, mac`;
    await byHand(
      `INSERT INTO trading."order" (user_id, request_id, ${columns}) SELECT $2, 'planted', ${columns} FROM trading."order" WHERE id = $1`,
      right.id,
      other.member.userId,
    );
    // Nor does it become right by what its member presses.
    expect((await other.tryModify({ id: (await other.orders())[0]!.id, quantity: 3 })).refused).toBe('unknown_order');
    await opens();
    expect(await other.orders()).toMatchObject([{ state: 'pending' }]);
    expect(await member.detail(more.id)).toMatchObject({ state: 'pending' });
    await expect.poll(() => member.detail(right.id)).toMatchObject({ state: 'complete' });
    await expect.poll(() => member.detail(changed.id)).toMatchObject({ state: 'complete', quantity: 4 });
    expect((await named()).violations).toBe(2);
    await byHand(`DELETE FROM trading."order" WHERE state = 'pending'`);
  });

  it('enters waiting orders for which commands were planted, and changes and cancels them', async () => {
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const member = await rich();
    const waits = () => member.buy({ code: CODE, quantity: 2 });
    const [entered, changed, cancelled, asked] = [await waits(), await waits(), await waits(), await waits()];
    const ids = [entered, changed, cancelled, asked].map(({ id }) => id).join(', ');
    const place = `order_id, price_paise, quantity, type, validity, market_day, applied_step, applied_index)
      SELECT 1, mac, 'place', id, price_paise, quantity, type, validity`;
    await byHand('ALTER TABLE trading.journal_command DISABLE TRIGGER limited');
    await byHand(`${COMMAND}, ${place}, NULL, NULL, NULL FROM trading."order" WHERE id IN (${ids})`);
    await byHand(`${COMMAND}, ${place}, 999, 1, id FROM trading."order" WHERE id IN (${ids})`);
    await byHand('ALTER TABLE trading.journal_command ENABLE ALWAYS TRIGGER limited');
    await byHand(`${COMMAND}, order_id) SELECT 1, mac, 'cancel', id FROM trading."order" WHERE id = ${asked.id}`);
    await member.modify({ id: changed.id, quantity: 4 });
    expect(await member.cancel(cancelled.id)).toMatchObject({ state: 'cancelled' });
    await member.modify({ id: asked.id, quantity: 5 });
    await opens();
    await expect.poll(() => member.detail(entered.id)).toMatchObject({ state: 'complete' });
    await expect.poll(() => member.detail(changed.id)).toMatchObject({ state: 'complete', quantity: 4 });
    await expect.poll(() => member.detail(asked.id)).toMatchObject({ state: 'complete', quantity: 5 });
    expect((await named()).violations).toBe(9);
  });

  it.each([
    ['its owner', `user_id = 'another'`],
    ['its side', `side = 'sell', frozen_shares = 3, frozen_paise = 0`],
    ['its product', `product = 'intraday', margin_paise = frozen_paise, frozen_paise = 0`],
    ['its share', `asset = 'EQ:INE000000000'`],
    ['its limit', `price_paise = price_paise - 100`],
  ])('settles no order that was changed while it rested: %s', async (_what, change) => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far() });
    await byHand('ALTER TABLE trading."order" DISABLE TRIGGER USER');
    const before = await byHand(
      `WITH kept AS (UPDATE trading."order" SET ${change} WHERE id = $1 RETURNING id) SELECT id FROM kept`,
      id,
    );
    expect(before).toBe(BigInt(id));
    const event = {
      eventNo: 1_000_000,
      orderId: Number(id),
      step: 1,
      kind: 'cancelled',
      reason: 'cancelled_by_member',
    } as const;
    const batch = { ...trading.batches.at(-1)!, applied: [], events: [event] };
    await expect(settleBatch(trading.deps, batch)).rejects.toThrow(`order ${id} is not as a server took it`);
    expect((await named()).sample).toContain(` ${id} `);
  });

  it('opens with no order that was planted in its place of the day', async () => {
    const member = await rich();
    const { id } = await member.buy({ code: CODE, quantity: 3, price: far() });
    await trading.venue.stop();
    const { step, index, inputs } = trading.venue.day;
    const columns = `account_key, code, asset, side, type, product, validity, quantity, price_paise, market_date, market_time,
      accepted_ms, updated_ms, frozen_paise, state, req, matched_ms, matched_time, market_day, mac`;
    await byHand(
      `INSERT INTO trading."order" (user_id, request_id, applied_step, applied_index, ${columns})
       SELECT 'another', 'planted', $2, $3, ${columns} FROM trading."order" WHERE id = $1`,
      id,
      step,
      index,
    );
    expect((await named()).sample).toContain(`(place) of ${inputs.marketDate} is of no server`);
    await expect(openTrading(database.app)).rejects.toThrow(/^The market does not open: command .* npm run verify/);
    await byHand(`DELETE FROM trading."order" WHERE request_id = 'planted'`);
    trading = await openTrading(database.app);
    expect((await named()).violations).toBe(0);
  });
});

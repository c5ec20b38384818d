import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCharts, createMarketHandlers, createWatchlists } from '#modules/market/index.ts';
import { createWatchingHandlers, watchAlerts } from '#modules/watching/index.ts';
import { createHistory, historyDays } from '@khara/history';
import { companiesOn } from '#test/companies.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { valueOf } from '#test/deps.ts';

const CODE = 'AAMRAI';

describe('what a member watches', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60' });
  });
  const parts = async () => {
    const { deps, venue } = trading;
    const alerts = await watchAlerts(deps, venue);
    const watchlists = createWatchlists(deps.db, memoryBus(deps.log));
    const history = createHistory({
      seed: new Uint8Array(32),
      days: historyDays(deps.market.now().marketDate),
      issuers: [],
      indices: [],
    });
    const market = createMarketHandlers({
      charts: createCharts({ db: deps.db, history, market: deps.market }),
      companies: companiesOn(deps, deps.market.now().marketDate),
      watchlists,
    });
    return { alerts, market, handlers: createWatchingHandlers({ alerts, watchlists }) };
  };

  it('tells an alert once, across a restart and with two servers looking', async () => {
    const { deps } = trading;
    const { caller, userId } = trading.member();
    const before = await parts();
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const tick = trading.deps.market.instrument(CODE)!.tick;
    const { lastPrice } = trading.quote(CODE);
    const near = { code: CODE, condition: 'above' as const, price: BigInt(lastPrice + 2 * tick) };
    const far = { code: CODE, condition: 'below' as const, price: BigInt(2 * tick) };
    const alert = valueOf(await before.handlers.saveAlert(deps, caller, near));
    expect(valueOf(await before.handlers.saveAlert(deps, caller, near)).id).toBe(alert.id);
    valueOf(await before.handlers.saveAlert(deps, caller, far));
    expect(await before.handlers.saveAlert(deps, caller, { ...near, price: 1n + near.price })).toMatchObject(
      tick === 1 ? {} : { refused: 'tick_invalid' },
    );
    expect(await before.handlers.saveAlert(deps, caller, { ...near, price: BigInt(lastPrice) })).toMatchObject({
      refused: 'alert_already_met',
    });

    before.alerts.stop(); // the server goes down with the alert waiting, and another comes up; a third looks on
    const [after, other] = [await parts(), await parts()];
    await trading.stepUntil(() => trading.quote(CODE).lastPrice >= lastPrice + 2 * tick);
    await Promise.all([after.alerts.settled(), other.alerts.settled()]);
    await trading.stepUntil(() => trading.quote(CODE).lastPrice < lastPrice + 2 * tick);
    await trading.stepUntil(() => trading.quote(CODE).lastPrice >= lastPrice + 2 * tick);
    const third = await parts();
    await Promise.all([after.alerts.settled(), other.alerts.settled(), third.alerts.settled()]);

    const notices = await deps.db.query('t.notices', 'SELECT key, params FROM notices.notice WHERE member_id = $1', [
      userId,
    ]);
    expect(notices).toMatchObject([{ key: 'alertAbove', params: { code: CODE, target: rupees(near.price) } }]);
    const heard = () => trading.pushed.filter((push) => push.userId === userId && push.type === 'alert');
    await expect.poll(heard).toHaveLength(1);
    const { list } = valueOf(await third.handlers.alerts(deps, caller, {}));
    expect(list.map(({ metAt }) => metAt !== null)).toEqual([false, true]);
    for (const { id } of list) await third.handlers.deleteAlert(deps, caller, { id });
    expect(valueOf(await third.handlers.alerts(deps, caller, {})).list).toEqual([]);
    for (const { alerts } of [after, other, third]) alerts.stop();
  });

  it('notes an alert that was made at a server which is gone, though it ran before', async () => {
    const { deps } = trading;
    const { caller, userId } = trading.member();
    const [gone, other] = [await parts(), await parts()];
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const tick = trading.deps.market.instrument(CODE)!.tick;
    const price = trading.quote(CODE).lastPrice + 2 * tick;
    valueOf(await gone.handlers.saveAlert(deps, caller, { code: CODE, condition: 'above', price: BigInt(price) }));
    gone.alerts.stop();
    await other.alerts.readNew();
    await trading.stepUntil(() => trading.quote(CODE).lastPrice >= price);
    await other.alerts.settled();
    other.alerts.stop();
    const notices = await deps.db.query('t.noticeKeys', 'SELECT key FROM notices.notice WHERE member_id = $1', [
      userId,
    ]);
    expect(notices).toEqual([{ key: 'alertAbove' }]);
  });

  it('is on several lists, each with its own order; the star adds to the first', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const { handlers, market, alerts } = await parts();
    await market.toggleWatch(deps, caller, { code: 'AAMRAI' });
    await market.toggleWatch(deps, caller, { code: 'ACHALGARH' });
    await handlers.saveWatchlistCodes(deps, caller, { id: 'first', codes: ['AAMRAI', 'ACHALGARH'] });
    await market.toggleWatch(deps, caller, { code: 'ALANKRITI' });
    const banks = valueOf(await handlers.saveWatchlist(deps, caller, { name: 'Banks' }));
    expect(await handlers.saveWatchlist(deps, caller, { name: 'Banks' })).toMatchObject({
      refused: 'watchlist_name_taken',
    });
    valueOf(
      await handlers.saveWatchlistCodes(deps, caller, { id: banks.id, codes: ['ALANKRITI', 'AAMRAI', 'AAMRAI'] }),
    );
    valueOf(await handlers.saveWatchlist(deps, caller, { id: banks.id, name: 'Old' }));
    expect(valueOf(await handlers.watchlists(deps, caller)).list).toEqual([
      { id: 'first', name: null, codes: ['ALANKRITI', 'AAMRAI', 'ACHALGARH'] },
      { id: banks.id, name: 'Old', codes: ['ALANKRITI', 'AAMRAI'] },
    ]);
    const shown = valueOf(await market.marketList(deps, caller, { type: 'watchlist', listId: banks.id }));
    expect(shown.list.map(({ code }) => code)).toEqual(['ALANKRITI', 'AAMRAI']);

    const stranger = trading.member().caller;
    expect(await handlers.saveWatchlistCodes(deps, stranger, { id: banks.id, codes: [] })).toMatchObject({
      refused: 'unknown_watchlist',
    });
    await handlers.deleteWatchlist(deps, stranger, { id: banks.id });
    expect(valueOf(await market.marketList(deps, stranger, { type: 'watchlist', listId: banks.id })).list).toEqual([]);
    expect(await handlers.saveWatchlistCodes(deps, caller, { id: banks.id, codes: ['NOSUCH'] })).toMatchObject({
      refused: 'unknown_code',
    });
    expect(await handlers.deleteWatchlist(deps, caller, { id: 'first' })).toMatchObject({
      refused: 'unknown_watchlist',
    });
    await handlers.deleteWatchlist(deps, caller, { id: banks.id });
    expect(valueOf(await handlers.watchlists(deps, caller)).list).toHaveLength(1);
    for (let made = 1; made < 10; made += 1) valueOf(await handlers.saveWatchlist(deps, caller, { name: `L${made}` }));
    expect(await handlers.saveWatchlist(deps, caller, { name: 'one more' })).toMatchObject({
      refused: 'too_many_watchlists',
    });
    alerts.stop();
  });
});

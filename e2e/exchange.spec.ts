import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/**
 * Orders in a market that keeps NSE's rules: what waits, what triggers, what is closed by the system, and the auctions.
 */

/** A cheap share with a thin book: half a million rupees move it. */
const STOCK = 'SHILANYAS';
const SUSPENDED = 'KARPASA';
/** Others may have come to the book before: it takes a few orders until it is this one's turn. */
const POLL = { timeout: 120_000 };
/** Shares of the order that is to be filled in part: more than the market takes while the test looks. */
const LARGE = 40_000;

type Detail = {
  readonly price: string;
  readonly bandLow: string;
  readonly depth: { readonly bids: readonly [string, number][]; readonly asks: readonly [string, number][] };
};
type Order = { readonly id: string; readonly state: string; readonly filledQuantity: number };

/** A price from paise; this share's tick is a paisa. */
const priced = (price: number): string => (Math.round(price) / 100).toFixed(2);

/**
 * A trigger that the market hardly reaches by itself while an order is being typed: 0.8 % above its last
 * price and all that is shown of its offers.
 */
const outOfReach = ({ price, depth }: Detail): string =>
  priced(Math.max(Number(price), ...depth.asks.map(([asked]) => Number(asked))) * 100.8);
/**
 * What has to be bought for a trade at `trigger` or above it: all that is shown of the offers up to there, or
 * else the best of them.
 */
function needed(trigger: string, { depth }: Detail): { readonly price: string; readonly quantity: number } {
  const price = priced(Math.max(Number(trigger), Number(depth.asks[0]?.[0] ?? 0)) * 100);
  const within = depth.asks.filter(([asked]) => Number(asked) <= Number(price));
  return { price, quantity: within.reduce((sum, [, quantity]) => sum + quantity, 1) };
}

const arrive = (recharges: number) => Trader.arrive(base(), recharges);

test('a limit order rests, is partly filled, changed and cancelled; a stop triggers', async ({ page }) => {
  test.setTimeout(480_000);
  const [me, other, ...more] = await Promise.all([arrive(2), arrive(6), arrive(6), arrive(6)]);
  await me.marketOpen();
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  const { ticket, orders } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(me.account);
  const detail = (): Promise<Detail> => me.ask<Detail>('/app/market/marketDetail', { code: STOCK });
  const confirm = async (quantity: string): Promise<void> => {
    const action = fill(ticket.actionBuy, { quantity, code: STOCK });
    const swipe = page.getByRole('button', { name: new RegExp(escaped(action)) });
    await expect(swipe).toBeEnabled();
    await swipeRight(page, swipe);
    await typePassword(phone, me.account.defaultTransactionPassword);
  };

  await test.step('rests at the best price to buy', async () => {
    await phone.open(`/pages/market/buy?code=${STOCK}&side=buy`);
    await choose(page, ticket.intraday);
    await choose(page, ticket.limit); // the first order of a member is at the market
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill(String(LARGE));
    const { depth } = await detail();
    const bid = Number(depth.bids[0]?.[0]) * 100;
    const ask = Number(depth.asks[0]?.[0]) * 100;
    await page.getByRole('textbox', { name: ticket.price }).fill(priced(Math.min(bid + 1, ask - 1)));
    await phone.picture('ticket-intraday');
    await confirm('40,000');
    const state = page.getByRole('heading', { level: 2 });
    await expect(state).toHaveText(new RegExp(`${escaped(orders.state.open)}|${escaped(orders.state.partly)}`));
  });

  await test.step('is partly filled when a seller comes', async () => {
    const own = await me.ask<{ list: readonly Order[] }>('/app/order/contract/orders', { state: 'open' });
    const placed = own.list[0];
    expect(placed).toBeDefined();
    await expect
      .poll(async () => {
        const current = await me.ask<Order & { price: string }>(`/app/order/contract/detail/${placed?.id}`);
        if (current.filledQuantity > 0) return current.filledQuantity;
        // A higher bid is met first: on a busy machine the book has moved since, and it moves after it.
        const { depth } = await detail();
        const [bid, ask] = [Number(depth.bids[0]?.[0]), Number(depth.asks[0]?.[0])];
        const price = priced(Math.max(Math.min(bid * 100 + 1, ask * 100 - 1), Number(current.price) * 100));
        if (bid > Number(current.price)) {
          await me.confirmed('modify', { id: current.id, price });
        }
        const terms = { code: STOCK, type: 'limit', product: 'intraday', validity: 'ioc', price };
        await other.order('sell', { ...terms, quantity: 3000 });
        return 0;
      }, POLL)
      .toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(orders.state.partly);
    await expect(page.getByText(orders.history.book)).toBeVisible();
    await phone.picture('order-partly-filled');
  });

  await test.step('is changed, and warned that this loses the place', async () => {
    const { bandLow } = await detail();
    await page.getByRole('button', { name: orders.change, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: orders.limitPrice }).fill(bandLow);
    await expect(sheet.getByText(orders.place.loses)).toBeVisible();
    await phone.picture('order-change');
    await sheet.getByRole('button', { name: orders.changeDo }).click();
    await expect(page.getByText(orders.history.lost, { exact: true }).last()).toBeVisible();
  });

  await test.step('is cancelled from the list, and its story says so', async () => {
    await phone.open('/pages/personal/transaction/index?tab=orders');
    await page.getByRole('button', { name: fill(orders.cancelOf, { code: STOCK }) }).click();
    await page.getByRole('dialog').getByRole('button', { name: orders.cancelRest }).click();
    await expect(page.getByRole('link', { name: orders.done, exact: true })).toHaveAttribute('aria-current', 'true');
    await page.getByText(STOCK).first().click();
    await expect(page.getByText(orders.reason.cancelled_by_member).first()).toBeVisible();
    await phone.picture('order-history');
  });

  await test.step('a stop waits outside the book, and triggers when the price gets there', async () => {
    await phone.open(`/pages/market/buy?code=${STOCK}&side=buy`);
    await choose(page, ticket.sl_m);
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('5');
    const trigger = outOfReach(await detail());
    await page.getByRole('textbox', { name: ticket.triggerPrice }).fill(trigger);
    await confirm('5');
    const state = page.getByRole('heading', { level: 2 });
    await expect(state).toHaveText(orders.state.trigger_pending);
    const stop = (await me.ask<{ list: readonly Order[] }>('/app/order/contract/orders')).list[0];
    // Others take the price there: what is offered up to the trigger is bought, faster than it is offered again, each
    // until its position is as large as it may be.
    const takers = [other, ...more];
    await expect
      .poll(
        async () => {
          const current = await me.ask<Order>(`/app/order/contract/detail/${stop?.id}`);
          if (current.state !== 'trigger_pending') return current.state;
          const terms = { code: STOCK, type: 'limit', product: 'intraday', validity: 'ioc' };
          const taken = { ...terms, ...needed(trigger, await detail()) };
          await takers[0]!.order('buy', taken).catch((error: unknown) => {
            takers.shift();
            if (takers.length === 0) throw error;
          });
          return current.state;
        },
        { ...POLL, intervals: [100] },
      )
      .toBe('complete');
    await expect(state).toHaveText(orders.state.complete);
    await phone.picture('stop-triggered');
  });
  expect(phone.complaints).toEqual([]);
});

test('an order that hides a part of itself can show all of it again', { tag: '@long' }, async ({ page }) => {
  const me = await Trader.arrive(base(), 1);
  await me.marketOpen();
  const phone = new Phone(page, { language: 'hi', theme: 'white' });
  const { orders, ticket } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(me.account);
  const { bandLow: price } = await me.ask<Detail>('/app/market/marketDetail', { code: STOCK });
  await me.order('buy', {
    code: STOCK,
    quantity: 100,
    type: 'limit',
    product: 'intraday',
    price,
    disclosedQuantity: 20,
  });
  await phone.open('/pages/personal/transaction/index?tab=orders');
  await page.getByText(STOCK).first().click();
  await expect(page.getByText(orders.disclosed, { exact: true })).toBeVisible();

  await page.getByRole('button', { name: orders.change, exact: true }).click();
  const sheet = page.getByRole('dialog').last();
  const change = sheet.getByRole('button', { name: orders.changeDo });
  await expect(change).toBeDisabled();
  await sheet.getByRole('button', { name: ticket.showAll }).click();
  await expect(sheet.getByText(orders.place.loses)).toBeVisible();
  await expect(sheet.getByRole('button', { name: ticket.showAll })).toHaveCount(0);
  await phone.fits();
  await phone.picture('order-show-all');
  await change.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByText(STOCK).first().click();
  await expect(page.getByText(orders.history.lost, { exact: true })).toBeVisible();
  await expect(page.getByText(orders.disclosed, { exact: true })).toHaveCount(0);
  expect(phone.complaints).toEqual([]);
});

test('a suspended stock says so, and takes no order', async ({ page }) => {
  const me = await Trader.arrive(base(), 0);
  const phone = new Phone(page, { language: 'en', theme: 'darkblue' });
  await phone.setUp();
  await phone.signedInAs(me.account);
  for (const route of [`/pages/market/details?code=${SUSPENDED}`, `/pages/market/buy?code=${SUSPENDED}&side=buy`]) {
    await phone.open(route);
    await expect(page.getByText('This stock is temporarily not tradable', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').locator('canvas, form, section').first()).toBeVisible();
    await expect(page.getByRole('contentinfo').getByRole('button')).toHaveCount(0);
  }
  expect(phone.complaints).toEqual([]);
});

test.describe('in a market whose day lasts forty seconds', () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await startProduct({ MARKET_DAY_SECONDS: '40' });
  });
  test.afterAll(async () => product.stop());

  test(
    'an intraday position is closed by the system, and the closing auction is shown',
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(480_000);
      const code = 'CHAKRAVALA';
      const me = await Trader.arrive(product.base);
      const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
      const { positions, session } = phone.texts;
      await phone.setUp();
      await phone.signedInAs(me.account);

      await test.step('the auction at the end of a day has a panel of its own', async () => {
        await me.order('buy', { code, quantity: 5, type: 'market', product: 'intraday' }).catch(() => undefined);
        await phone.open(`/pages/market/details?code=${code}`);
        const panel = page.getByRole('region', { name: session.auction.closing });
        await expect(panel).toBeVisible({ timeout: 150_000 });
        await expect(panel.getByText(session.auction.indicative)).toBeVisible();
      });

      await test.step('what was left open stands among the records as expired', async () => {
        await phone.open('/pages/personal/position/records?state=expired');
        await expect
          .poll(
            async () => {
              const shown = await page.getByRole('main').getByText(code).count();
              // The first try may have come when no intraday order was taken any more.
              const held = await me.ask<{ list: readonly object[] }>('/app/order/contract/getContractLogs');
              if (shown === 0 && held.list.length === 0)
                await me
                  .order('buy', { code, quantity: 5, type: 'market', product: 'intraday' })
                  .catch(() => undefined);
              return shown;
            },
            { timeout: 150_000 },
          )
          .toBeGreaterThan(0);
        await expect(page.getByText(fill(positions.recordSquaredOff, { date: '' })).first()).toBeVisible();
        await phone.picture('position-expired');
      });
      expect(phone.complaints).toEqual([]);
    },
  );
});

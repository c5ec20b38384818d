import { expect, test, type Locator, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { desk, pane, price, rows, SHARE, shown } from './desk.ts';
import { escaped, showsFocus, tabTo } from './gestures.ts';
import { base, type Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** A trader's hour on the desk by keys alone: the focus is seen at each stop, and no pane holds it. */

const QUANTITY = 12;

const paneOfFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane') ?? undefined);

/** Goes on with Tab to a stop, where the focus can be seen. */
async function stopAt(page: Page, target: Locator, name: string): Promise<void> {
  await tabTo(page, target);
  expect(await showsFocus(page), `the focus is seen at ${name}`).toBe(true);
}

/** Chooses another of the ticket's order types, as arrows do. */
async function arrowTo(page: Page, type: string): Promise<void> {
  const choice = page.getByRole('radio', { name: type, exact: true });
  const group = pane(page, 'side').getByRole('radiogroup').filter({ has: choice });
  const wanted = group.getByRole('radio', { name: type, exact: true });
  await expect(wanted).toBeVisible();
  if (!(await wanted.isChecked())) await stopAt(page, group.locator('input:checked'), 'the order type');
  for (let turns = 0; turns < 4 && !(await wanted.isChecked()); turns += 1) await page.keyboard.press('ArrowRight');
  await expect(wanted).toBeChecked();
}

/** From the side's key to the transaction password: an order whose terms are typed by `terms`. */
async function order(phone: Phone, trader: Trader, side: 'buy' | 'sell', quantity: number, terms: () => Promise<void>) {
  const { page, texts } = phone;
  const { ticket, common, password } = texts;
  await page.keyboard.press(side === 'buy' ? 'b' : 's');
  const field = pane(page, 'side').getByRole('textbox', { name: ticket.quantity, exact: true });
  await expect(field).toBeFocused();
  expect(await showsFocus(page), 'the focus is seen at the quantity').toBe(true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(String(quantity));
  await terms();
  const action = fill(side === 'buy' ? ticket.actionBuy : ticket.actionSell, { quantity, code: SHARE });
  const swipe = pane(page, 'side').getByRole('button', { name: new RegExp(escaped(action)) });
  await expect(swipe).toBeEnabled();
  await stopAt(page, swipe, action);
  await page.keyboard.press('Enter');
  await stopAt(page, pane(page, 'side').getByRole('button', { name: common.swipe.confirm, exact: true }), 'confirm');
  await page.keyboard.press('Enter');
  await expect(page.getByText(password.title).first()).toBeVisible();
  await page.keyboard.type(trader.account.defaultTransactionPassword, { delay: 20 });
}

const waitsForTheMarket = { timeout: 180_000 };
type Order = { readonly side: string; readonly state: string; readonly type: string; readonly filledQuantity: number };
const done = async (trader: Trader): Promise<readonly Order[]> =>
  (await trader.ask<{ list: readonly Order[] }>('/app/order/contract/orders', { state: 'done' })).list;

test("a trader's hour without a pointer", { tag: '@long' }, async ({ page }) => {
  const trader = await Trader.arrive(base());
  await trader.marketOpen(120_000);
  const phone = await desk(page);
  const { keys, ticket, orders, desk: words, limits, nav } = phone.texts;
  await phone.signedInAs(trader.account);
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('a pointer was used'), { capture: true });
  });
  const main = pane(page, 'main');
  const atMarket = () => arrowTo(page, ticket.market);
  await phone.open('/pages/market/index');
  await expect(main.getByText('KHARA 50').first()).toBeVisible();

  await test.step('walks the list by J and K, and back leaves the desk', async () => {
    await expect(rows(page).first()).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(rows(page).first()).toHaveAttribute('aria-current', 'page', { timeout: 1000 });
    }).toPass();
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('k');
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'page');
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  await test.step('arrows move the focus in the list, Enter opens', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(2)).toBeFocused();
    expect(await showsFocus(page), 'the focus is seen at a row').toBe(true);
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'page');
  });

  await test.step('finds a share by its name', async () => {
    await expect(async () => {
      await page.keyboard.press('/'); // its code comes after the first page
      await expect(pane(page, 'list').getByRole('searchbox')).toBeFocused({ timeout: 1000 });
    }).toPass();
    expect(await showsFocus(page), 'the focus is seen at the search').toBe(true);
    await page.keyboard.type(SHARE.slice(0, 6));
    await stopAt(page, pane(page, 'list').getByRole('link', { name: new RegExp(`^${SHARE}, `) }), 'the share');
    await page.keyboard.press('Enter');
    await expect(shown(page)).toHaveText(SHARE);
  });

  await test.step('reads another interval, as a chart and as a table', async () => {
    await expect(main.getByRole('radio', { name: '1D' })).toBeVisible();
    await page.keyboard.press('5');
    await expect(main.getByRole('radio', { name: '1D' })).toBeChecked();
    await page.keyboard.press('t');
    await expect(main.getByRole('table')).toBeVisible();
    await page.keyboard.press('t');
    await expect(main.getByRole('table')).toBeHidden();
  });

  await test.step('arrows move in the book, and Enter fills the ticket in', async () => {
    await stopAt(page, price(phone).first(), 'a price of the book');
    await page.keyboard.press('ArrowDown');
    await expect(price(phone).first()).not.toBeFocused();
    const second = page.locator(':focus');
    await expect(second).toHaveAccessibleName(/^Bid 2 of/);
    await page.keyboard.press('ArrowUp');
    await expect(price(phone).first()).toBeFocused();
    // The price as it is at that instant: the book moves.
    await page.evaluate(() =>
      addEventListener(
        'keydown',
        () => (document.documentElement.dataset['pressed'] = document.activeElement?.textContent ?? ''),
        {
          once: true,
          capture: true,
        },
      ),
    );
    await page.keyboard.press('Enter');
    const pressed = (await page.locator('html').getAttribute('data-pressed')) ?? '';
    const filledIn = await page.getByLabel(ticket.price, { exact: true }).inputValue();
    expect(filledIn).toMatch(/\.\d\d$/);
    expect(pressed).toContain(filledIn);
    await page.keyboard.press('Escape'); // out of the quantity, where a letter would be text
    expect(await paneOfFocus(page)).toBe('side');
  });

  await test.step('buys at the market, and the position is there', async () => {
    await order(phone, trader, 'buy', QUANTITY, atMarket);
    await expect
      .poll(async () => (await done(trader)).map(({ state }) => state), waitsForTheMarket)
      .toContain('complete');
    await page.keyboard.press('F6');
    const position = main.getByRole('link', { name: new RegExp(`^${escaped(words.position)}`) });
    await expect(position).toContainText(String(QUANTITY));
    await stopAt(page, position, 'the position');
    await page.keyboard.press('Enter');
    await expect(main.getByText(words.noPosition.split('{{')[0]!)).toBeHidden();
    await expect(main.getByRole('region', { name: fill(words.own, { code: SHARE }) })).toContainText(/[+−]₹/);
  });

  /** From the order that was placed back to the ticket, which stands where it stood. */
  const backToTicket = async () => {
    await stopAt(page, pane(page, 'side').getByRole('button', { name: fill(orders.backTo, { code: SHARE }) }), 'Back');
    await page.keyboard.press('Enter');
    await expect(pane(page, 'side').getByRole('textbox', { name: ticket.quantity, exact: true })).toBeVisible();
  };

  await test.step('sells it, and the position is over', async () => {
    await backToTicket();
    await order(phone, trader, 'sell', QUANTITY, atMarket);
    await expect(main.getByText(fill(words.noPosition, { code: SHARE }))).toBeVisible(waitsForTheMarket);
    const sold = (await done(trader)).find(({ side }) => side === 'sell');
    expect(sold).toMatchObject({ state: 'complete', filledQuantity: QUANTITY });
  });

  await test.step('opens the story of the sale, and Escape leads back to its row', async () => {
    await backToTicket();
    await page.keyboard.press('F6');
    await stopAt(page, main.getByRole('link', { name: orders.trades, exact: true }), 'the trades');
    await page.keyboard.press('Enter');
    const trade = main.getByRole('button', { name: new RegExp(`${orders.side.sell}.*${SHARE}`) }).first();
    await stopAt(page, trade, 'a trade');
    await page.keyboard.press('Enter');
    const history = main.getByRole('button', { name: orders.history.title });
    await stopAt(page, history, 'its story');
    await page.keyboard.press('Enter');
    const story = main.getByRole('dialog');
    await expect(story.getByText(orders.state.complete).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(story).toBeHidden();
    await expect(history).toBeFocused();
  });

  await test.step('places an order that rests, and cancels it', async () => {
    await stopAt(page, main.getByRole('link', { name: orders.orders }), 'the orders');
    await page.keyboard.press('Enter');
    await order(phone, trader, 'buy', 3, async () => {
      await arrowTo(page, ticket.limit);
      const field = page.getByLabel(ticket.price, { exact: true });
      await tabTo(page, field);
      const low = Math.floor(Number((await field.inputValue()).replaceAll(',', '')) * 0.97);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(String(low));
    });
    const cancel = main.getByRole('button', { name: fill(orders.cancelOf, { code: SHARE }) });
    await expect(cancel).toBeVisible();
    await page.keyboard.press('F6');
    await stopAt(page, cancel, 'cancel');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('dialog', { name: orders.cancelAsk })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(cancel).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, main.getByRole('dialog').getByRole('button', { name: orders.cancel, exact: true }));
    await page.keyboard.press('Enter');
    await expect(cancel).toBeHidden();
    expect((await done(trader)).map(({ state }) => state)).toContain('cancelled');
  });

  await test.step('F6 goes from pane to pane, and Tab leaves each of them both ways', async () => {
    const seen: (string | undefined)[] = [];
    for (let turns = 0; turns < 5; turns += 1) {
      await page.keyboard.press('F6');
      expect(await showsFocus(page), 'the focus is seen at a pane').toBe(true);
      seen.push(await paneOfFocus(page));
    }
    expect(new Set(seen)).toEqual(new Set(['list', 'main', 'side']));
    for (const name of ['list', 'main', 'side'] as const) {
      for (const key of ['Tab', 'Shift+Tab']) {
        await expect(async () => {
          await page.keyboard.press('F6');
          expect(await paneOfFocus(page)).toBe(name);
        }).toPass();
        for (let presses = 0; (await paneOfFocus(page)) === name; presses += 1) {
          expect(presses, `${key} leaves the ${name} pane`).toBeLessThan(60);
          await page.keyboard.press(key);
        }
      }
    }
  });

  await test.step('goes to each tab, and the share is still there', async () => {
    for (const [key, address] of [
      ['Alt+1', /#\/$/],
      ['Alt+2', /news\/index/],
      ['Alt+4', /transaction\/index/],
      ['Alt+5', /personal\/index/],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page).toHaveURL(address);
      await expect(shown(page)).toBeVisible();
    }
  });

  await test.step('sets a limit of its own', async () => {
    await stopAt(page, pane(page, 'list').getByRole('link', { name: nav.limits }), 'My limits');
    await page.keyboard.press('Enter');
    const limit = main.getByRole('button', { name: new RegExp(`^${escaped(limits.day_orders)}`) });
    await stopAt(page, limit, 'a limit');
    await page.keyboard.press('Enter');
    const sheet = main.getByRole('dialog');
    await stopAt(page, sheet.getByRole('textbox'), 'its value');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('20');
    await stopAt(page, sheet.getByRole('button', { name: fill(limits.set, { value: '20' }) }), 'Set');
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
    await expect(limit).toContainText('20');
    const { limits: inForce } = await trader.ask<{ limits: readonly object[] }>('/app/order/limits');
    expect(inForce).toContainEqual({ kind: 'day_orders', value: '20', used: '3' });
  });

  await test.step('reads the list of keys, and turns single keys off', async () => {
    await page.keyboard.press('Alt+3');
    await expect(shown(page), 'the share is still there').toHaveText(SHARE);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(3), 'all shares again').toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.type('40');
    await expect(page.getByText(phone.texts.stock.showTable)).toBeVisible(); // its chart is drawn
    await expect(pane(page, 'side').locator('[aria-busy=true]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: keys.title });
    await expect(list).toContainText(keys.desk.pane);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('?');
    await stopAt(page, list.getByRole('switch'), 'the switch of single keys');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(shown(page), 'J does nothing now').toHaveText(SHARE);
  });
  expect(phone.complaints).toEqual([]);
});

import type { Data, Payload } from '@khara/contract';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useSession, type UserInfo } from '#api/session.ts';
import { useConfig } from '#api/config.ts';
import { store } from '#lib/storage.ts';
import Buy from '#screens/market/buy.tsx';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { useToast } from '#ui/toast.ts';
import { choose, drawn, press, show, type } from '../../../test/show.tsx';
import { makeOrder } from '../../../test/order.ts';
import { stock } from '../../../test/stock.ts';
import { AT, DAY, limitsNow } from '../../../test/own-limits.ts';
import { answering, lost, refusal, type Answers } from '../../../test/server.ts';

const WRONG_SIDE = 'The stop lies where the order loses, the target where it gains';
type Preview = Data<'previewOrder'>;

const charges = (total: string): Preview['charges'] => ({
  brokerage: '0.00',
  stt: '0.00',
  exchange: '0.00',
  sebi: '0.00',
  stamp: '0.00',
  gst: '0.00',
  dp: '0.00',
  total,
});

/** What the server works out: its charges are a rupee a share, so that each answer differs from the others. */
const previewOf = (asked: Payload<'previewOrder'>, more: Partial<Preview> = {}): Preview => {
  const quantity = Number(asked.quantity);
  return {
    price: '1340.10',
    lastPrice: '1324.60',
    quantity,
    value: '1324.60',
    charges: charges(`${quantity}.00`),
    total: `${quantity * 1000}.00`,
    margin: `${quantity * 200}.00`,
    marginRate: null,
    afterMarket: false,
    available: '1000000.00',
    availableAfter: '990000.00',
    sellableQuantity: 40,
    maxQuantity: 500,
    breakEven: '1326.90',
    usable: '100000.00',
    usableLater: null,
    estimates: null,
    expectedFill: null,
    warnings: [],
    ...more,
  };
};

/** Whose orders these are: what has no owner is asked about for no member. */
const MEMBER = { id: 'asha' } as UserInfo; // of all its fields only this one counts here

beforeEach(() => {
  useConfig.setState({ info: undefined, lot: 1 });
  useSession.setState({ token: 'T', device: 'D', userInfo: MEMBER });
  store('hasOrdered', `${MEMBER.id} limit`);
});

async function ticket(answers: Answers = {}, { address = '', side = 'buy', share = stock() } = {}) {
  replace(`/pages/market/buy?code=CHAKRAVALA&side=${side}${address}`);
  const server = answering({
    marketDetail: () => share,
    ownLimits: () => limitsNow,
    previewOrder: (asked) => previewOf(asked),
    quantityLimits: () => ({ minimum: 1, maximum: 100_000 }),
    minimumPurchase: () => ({ minimum: '1324.60' }),
    ...answers,
  });
  const route = findRoute('/pages/market/buy');
  if (!route) throw new Error('no such route');
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Buy />
    </PlaceContext>,
  );
  await expect.element(screen.getByLabelText('Quantity', { exact: true }).first()).toBeVisible();
  return { screen, ...server };
}
type Screen = Awaited<ReturnType<typeof ticket>>['screen'];

const quantity = (screen: Screen) => screen.getByRole('textbox', { name: 'Quantity', exact: true });
const kind = (screen: Screen, name: string) => screen.getByRole('radio', { name, exact: true });
const chargesLine = (screen: Screen) => screen.getByText(/^Charges, estimated/);

async function confirm(screen: Screen): Promise<void> {
  const swipe = screen.getByRole('button', { name: /Swipe right/ });
  await expect.element(swipe).toBeEnabled();
  (swipe.element() as HTMLButtonElement).focus();
  await press('{Enter}');
  await screen.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
}

it('has its costs beside what is typed on a phone that lies on its side, and below it on one that stands', async () => {
  await page.viewport(740, 360);
  const { screen } = await ticket();
  const breakEven = screen.getByText('Break-even price, all charges in');
  await expect.element(breakEven).toBeVisible();
  const { left, bottom } = breakEven.element().getBoundingClientRect();
  expect(left).toBeGreaterThan(quantity(screen).element().getBoundingClientRect().right);
  expect(bottom).toBeLessThan(360);
  await page.viewport(390, 844);
  await expect
    .poll(() => breakEven.element().getBoundingClientRect().top)
    .toBeGreaterThan(quantity(screen).element().getBoundingClientRect().bottom);
});

it('Enter in a field asks for the confirmation, and Enter there asks for the password', async () => {
  const { screen } = await ticket({ userDetail: () => new Promise(() => undefined) });
  await expect.element(screen.getByRole('button', { name: /Swipe right/ })).toBeEnabled();
  for (const field of ['Quantity', 'Price']) {
    (screen.getByRole('textbox', { name: field, exact: true }).element() as HTMLInputElement).focus();
    await press('{Enter}');
    await expect.element(screen.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toHaveFocus();
    if (field === 'Quantity') await press('{Escape}');
    else await press('{Enter}');
  }
  await expect.element(screen.getByText('Transaction password').first()).toBeVisible();
});

it.each([
  ['is at the market', '', 'Market'],
  ['with a price of the book that was tapped is a limit', '&price=1320.00', 'Limit'],
])('the first order of a member %s', async (_, address, checked) => {
  store('hasOrdered', null);
  const { screen, asked } = await ticket({ orders: () => ({ list: [], nextCursor: null }) }, { address });
  await expect.element(kind(screen, checked)).toBeChecked();
  await expect.element(quantity(screen)).toHaveValue('1');
  expect(asked('orders')).toHaveLength(1);
});

const remembered: Answers = {
  userDetail: () =>
    Response.json({ code: 200, msg: '', data: { userInfo: {}, transactionPasswordUntil: Date.now() + 600_000 } }),
};

const kindSaid = (screen: Screen) => expect.poll(() => screen.container.querySelector('footer b')?.textContent);
const placing = (type: 'market' | 'limit' | 'sl'): Answers => {
  const placed = { ...makeOrder({ type }), fills: [] };
  return { ...remembered, placeBuyOrder: () => placed, orderDetail: () => ({ ...placed, timeline: [] }) };
};

describe('the kind of order with which a ticket begins', () => {
  it('is that of the order before, and the swipe says it', async () => {
    store('hasOrdered', null);
    const first = await ticket({ orders: () => ({ list: [], nextCursor: null }), ...placing('market') });
    await kindSaid(first.screen).toBe('Market');
    await confirm(first.screen);
    await expect.element(quantity(first.screen)).not.toBeInTheDocument();
    await first.screen.unmount();

    const second = await ticket(placing('limit'));
    await expect.element(kind(second.screen, 'Market')).toBeChecked();
    await kindSaid(second.screen).toBe('Market');
    await choose('Limit');
    await kindSaid(second.screen).toBe('Limit 1,324.60');
    await confirm(second.screen);
    await expect.element(quantity(second.screen)).not.toBeInTheDocument();
    await second.screen.unmount();

    const third = await ticket();
    await expect.element(kind(third.screen, 'Limit')).toBeChecked();
    await kindSaid(third.screen).toBe('Limit 1,324.60');
  });

  it('is that of the newest order where this device knows of none, and a stop says nothing of it', async () => {
    store('hasOrdered', MEMBER.id); // as it was kept before kinds were
    const list = [makeOrder({ type: 'sl' }), makeOrder({ type: 'market' }), makeOrder({ type: 'limit' })];
    const { screen } = await ticket({ orders: () => ({ list, nextCursor: null }) });
    await expect.element(kind(screen, 'Market')).toBeChecked();
    expect(localStorage.getItem('hasOrdered')).toBe(`${MEMBER.id} market`);
  });

  it('is not another member’s', async () => {
    store('hasOrdered', 'meera market');
    const list = [makeOrder({ type: 'limit' })];
    const { screen } = await ticket({ orders: () => ({ list, nextCursor: null }) });
    await expect.element(kind(screen, 'Limit')).toBeChecked();
  });
});

it('says a pause that is in force before anything is typed', async () => {
  const { screen } = await ticket({ ownLimits: () => ({ ...limitsNow, pause: { until: AT + DAY, untilDate: null } }) });
  await expect
    .element(screen.getByText('Paused until Fri 27 Nov, 11:02, your clock: only orders that reduce a position pass'))
    .toBeVisible();
});

describe('what the fields are', () => {
  it('a limit order has its price; a market order shows the price it is protected by', async () => {
    const { screen } = await ticket();
    await expect.element(screen.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('1,324.60');
    await choose('Market');
    await expect.element(screen.getByLabelText('Price', { exact: true })).toHaveAttribute('readonly');
    await expect.element(screen.getByText('Protected price 1,340.10')).toBeVisible();
  });

  it('a stop asks for its trigger, begun on the right side of the price; with a limit it has both', async () => {
    const { screen } = await ticket();
    expect(screen.getByRole('textbox', { name: 'Trigger price' }).query()).toBeNull();
    await choose('SL-M');
    await expect.element(screen.getByRole('textbox', { name: 'Trigger price' })).toHaveValue('1,337.90');
    expect(screen.getByRole('textbox', { name: 'Limit price' }).query()).toBeNull();
    await choose('SL');
    await expect.element(screen.getByRole('textbox', { name: 'Trigger price' })).toBeVisible();
    await expect.element(screen.getByRole('textbox', { name: 'Limit price' })).toHaveValue('1,337.90');
  });

  it('a share of a small company is asked for in its market lot, and for delivery only', async () => {
    const share = stock({ series: 'SM', lotSize: 1000 });
    const { screen } = await ticket({ quantityLimits: () => ({ minimum: 1000, maximum: 100_000 }) }, { share });
    await expect.element(quantity(screen)).toHaveValue('1,000');
    await expect.element(kind(screen, 'Intraday')).toBeDisabled();
    type(quantity(screen).element(), '1500');
    await expect.element(screen.getByText(/market lot of 1,000: enter a multiple/)).toBeVisible();
  });

  it('a holding that fills no market lot is sold whole by one tap', async () => {
    const share = stock({ series: 'SM', lotSize: 1000 });
    const held = { sellableQuantity: 126, maxQuantity: 126 };
    const { screen } = await ticket({ previewOrder: (order) => previewOf(order, held) }, { side: 'sell', share });
    await screen.getByRole('button', { name: 'Max 126' }).click();
    await expect.element(quantity(screen)).toHaveValue('126');
  });

  it('intraday names its margin and when it is squared off', async () => {
    const { screen } = await ticket();
    useMarketClock.setState({
      market: {
        profile: 'compressed',
        session: 'open',
        marketTime: '2026-11-25T10:23:59+05:30',
        marketDate: '2026-11-25',
        at: Date.now(),
        nextChangeAt: Date.now() + 600_000,
        speed: 29,
        phase: 'continuous',
        phaseOfOthers: 'continuous',
        nextPhaseAt: Date.now() + 600_000,
        squareOff: { auctioned: '15:12:00', others: '15:25:00' },
      },
      receivedAt: Date.now(),
    });
    await choose('Intraday');
    await expect.element(screen.getByText(/still open at 15:12/)).toBeVisible();
    await expect.element(screen.getByText('Margin, in paper money')).toBeVisible();
  });

  it('validity and what is hidden are behind one row, which says what was chosen', async () => {
    const { screen, asked } = await ticket();
    await userEvent.fill(quantity(screen), '100');
    await screen.getByRole('button', { name: /Validity Day, disclosed quantity all shown/ }).click();
    const sheet = screen.getByRole('dialog', { name: 'Validity and disclosed quantity' });
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Disclosed quantity' }), '9');
    await expect.element(sheet.getByRole('alert')).toBeVisible(); // less than a tenth of it
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Disclosed quantity' }), '10');
    (sheet.getByRole('radio', { name: /Immediate or cancel/ }).element() as HTMLInputElement).click();
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByRole('button', { name: /disclosed quantity 10/ })).toBeVisible();
    await expect
      .poll(() => asked('previewOrder').at(-1))
      .toMatchObject({ quantity: 100, disclosedQuantity: 10, validity: 'ioc' });
  });
});

describe('what it costs', () => {
  it('is asked 250 ms after the last change, and the old figures stay, dimmed, until the new ones come', async () => {
    const { screen, asked } = await ticket();
    await expect.element(chargesLine(screen)).toBeVisible();
    const figures = () => screen.container.querySelector('section[aria-busy]');
    await expect.poll(() => figures()?.textContent).toContain('₹1.00');
    const before = asked('previewOrder').length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const field = quantity(screen).element();
    type(field, '4');
    await drawn();
    await vi.advanceTimersByTimeAsync(200);
    type(field, '40');
    await drawn();
    await vi.advanceTimersByTimeAsync(249);
    expect(asked('previewOrder')).toHaveLength(before);
    expect(figures()?.getAttribute('aria-busy')).toBe('true');
    expect(figures()?.textContent).toContain('₹1.00');
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => figures()?.getAttribute('aria-busy')).toBe('false');
    expect(asked('previewOrder').slice(before)).toEqual([expect.objectContaining({ quantity: 40, price: '1324.60' })]);
    expect(figures()?.textContent).toContain('₹40.00');
  });

  it('a price that no order can have is marked at its field, and nothing is asked', async () => {
    const { screen, asked } = await ticket();
    const price = screen.getByRole('textbox', { name: 'Price', exact: true });
    await expect.poll(() => asked('previewOrder').length).toBe(1);
    await userEvent.fill(price, '1324.65');
    await expect.element(price).toHaveAttribute('aria-invalid', 'true');
    const below = document.getElementById(price.element().getAttribute('aria-describedby') ?? '');
    expect(below?.textContent).toBe('The price must be a multiple of ₹0.10');
    await expect.element(screen.getByText('Put right what is marked above')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /Swipe right/ })).toBeDisabled();
    await userEvent.fill(price, '9999');
    await expect
      .poll(() => document.getElementById(price.element().getAttribute('aria-describedby') ?? '')?.textContent)
      .toBe('The price must lie between ₹1,186.10 and ₹1,449.50 today');
    expect(asked('previewOrder')).toHaveLength(1);
  });

  it('a price beyond a fixed band names the band with both ends', async () => {
    const { screen } = await ticket({}, { share: stock({ bandPercent: 2 }) });
    const price = screen.getByRole('textbox', { name: 'Price', exact: true });
    await userEvent.fill(price, '9999');
    await expect
      .poll(() => document.getElementById(price.element().getAttribute('aria-describedby') ?? '')?.textContent)
      .toBe('Today’s band is 2% of the previous close: the price must lie between ₹1,186.10 and ₹1,449.50');
  });

  it('without enough paper money it says how much is missing and leads to a recharge', async () => {
    const { screen } = await ticket({
      previewOrder: (order) =>
        previewOf(order, {
          total: '1324.60',
          available: '1200.00',
          usable: '1000.00',
          usableLater: { amount: '200.00', from: '2026-11-24' },
          availableAfter: '-124.60',
        }),
    });
    await expect.element(screen.getByText(/Not enough paper money: ₹324.60 missing/)).toBeVisible();
    await expect.element(screen.getByText(/₹200.00 more from/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Recharge' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Swipe right/ }).query()).toBeNull();
  });

  it('of a member who owes says how much, and that a recharge pays it before it buys anything', async () => {
    const { screen } = await ticket({
      previewOrder: (order) =>
        previewOf(order, { total: '1303.85', usable: '0.00', warnings: ['debt_open', 'insufficient_funds'] }),
      wallets: () => [
        { currency: 'INR', available: '0.00', frozen: '0.00', owed: '26034.00', value: '0.00', selected: true },
      ],
    });
    const words =
      'You owe ₹26,034.00 that the platform paid for you. Until it is paid you can only sell and close positions';
    await expect.element(screen.getByText(words)).toBeVisible();
    await expect.element(screen.getByText('A recharge pays it first.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Recharge' })).toBeVisible();
    expect(screen.getByText(/Not enough paper money/).query()).toBeNull();
  });

  it('says what the charges are when the shares are kept, and when they are sold on the same day', async () => {
    const { screen } = await ticket({
      previewOrder: (order) => previewOf(order, { estimates: { kept: '23.10', sameDay: '8.40', netsNow: 0 } }),
    });
    await expect.element(screen.getByText('Charges if kept')).toBeVisible();
    await expect.element(screen.getByText('₹8.40')).toBeVisible();
    await expect.element(screen.getByText(/net with trades of today/)).not.toBeInTheDocument();
  });

  it('says of charges once what is the same, after the figures that are asked for most', async () => {
    const { screen } = await ticket({
      previewOrder: (order) => previewOf(order, { estimates: { kept: '1.00', sameDay: '0.40', netsNow: 0 } }),
    });
    await expect.element(screen.getByText('₹0.40')).toBeVisible();
    await expect.element(screen.getByText('Charges if kept')).not.toBeInTheDocument();
    const lines = ['Break-even', 'Available after', 'Charges if sold today', 'Wait for a price'];
    const said = screen.container.textContent;
    const places = lines.map((line) => said.indexOf(line));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('what the server foresees stands at the field it is about', async () => {
    const { screen } = await ticket({
      previewOrder: (asked) => previewOf(asked, { warnings: ['insufficient_holdings'] }),
    });
    await expect.element(quantity(screen)).toHaveAttribute('aria-invalid', 'true');
  });

  it('figures that do not come are asked for again by a tap', async () => {
    let answers = false;
    const { screen } = await ticket({
      previewOrder: (asked) => (answers ? previewOf(asked) : refusal('unknown_code', 'This stock code does not exist')),
    });
    const again = screen.getByRole('button', { name: /The charges could not be worked out/ });
    await expect.element(again).toBeVisible();
    answers = true;
    await again.click();
    await expect.poll(() => again.query()).toBeNull();
  });
});

describe('how much', () => {
  it('an empty quantity is asked for in the words of the catalogue', async () => {
    const { screen } = await ticket();
    await userEvent.fill(quantity(screen), '');
    await expect.element(screen.getByText('Please enter the purchase quantity')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /Swipe right/ })).toBeDisabled();
  });

  it('the least that buys something is said before anything is missing, and the most is the server’s', async () => {
    const { screen, asked } = await ticket({ quantityLimits: () => ({ minimum: 1, maximum: 50 }) });
    await expect.element(screen.getByText('Minimum purchase amount')).toBeVisible();
    await expect.poll(() => asked('minimumPurchase')).toEqual([{ code: 'CHAKRAVALA' }]);
    await userEvent.fill(quantity(screen), '51');
    await expect.element(screen.getByText('One order takes 50 at most')).toBeVisible();
  });

  it('where a lot is ten shares it says so, and says in shares what is bought', async () => {
    useConfig.setState({ lot: 10 });
    const { screen, asked } = await ticket({
      previewOrder: (order) => previewOf(order, { quantity: Number(order.quantity) * 10 }),
    });
    await expect.element(screen.getByText('1 lot = 10 shares, at most 500')).toBeVisible();
    await userEvent.fill(quantity(screen), '3');
    await expect.element(screen.getByText('Order value, 30 × 1,324.60')).toBeVisible();
    await expect.element(screen.getByText('₹39,738.00')).toBeVisible();
    await expect.element(screen.getByText('Swipe to buy 30 CHAKRAVALA')).toBeVisible();
    await expect.poll(() => asked('previewOrder').at(-1)).toMatchObject({ quantity: 3 });
  });

  it('where a lot is one share it speaks of no lots', async () => {
    const { screen } = await ticket();
    await expect.element(screen.getByText('At most 500', { exact: true })).toBeVisible();
    expect(screen.getByText(/lot/i).query()).toBeNull();
  });

  it('of a sale whose last lot is short it says how many shares that are', async () => {
    useConfig.setState({ lot: 10 });
    const { screen } = await ticket(
      { previewOrder: (order) => previewOf(order, { quantity: 7, sellableQuantity: 7, maxQuantity: 1 }) },
      { side: 'sell' },
    );
    await expect.element(screen.getByText('Swipe to sell 7 CHAKRAVALA')).toBeVisible();
    await expect.element(screen.getByText('Order value, 7 × 1,324.60')).toBeVisible();
  });
});

describe('what the session takes', () => {
  it('a kind that an auction does not take is off, with the reason', async () => {
    const { screen } = await ticket({}, { share: stock({ phase: 'preopen_entry_1' }) });
    await expect.element(kind(screen, 'SL')).toBeDisabled();
    await expect.element(kind(screen, 'SL-M')).toBeDisabled();
    await expect.element(kind(screen, 'Limit')).toBeEnabled();
    const label = kind(screen, 'SL').element().closest('label');
    expect(label?.title).not.toBe('');
  });

  it('where only market orders are taken the ticket begins with one', async () => {
    const { screen } = await ticket({}, { share: stock({ phase: 'post_close' }) });
    await expect.element(kind(screen, 'Market')).toBeChecked();
    await expect.element(kind(screen, 'Limit')).toBeDisabled();
  });

  it('that no order at all is taken is said once, beside when the phase is over', async () => {
    const { screen } = await ticket(
      { previewOrder: (order) => previewOf(order, { warnings: ['phase_not_accepting'] }) },
      { share: stock({ phase: 'cas_match' }) },
    );
    await expect.element(screen.getByText('₹990,000.00').or(screen.getByText('₹9,90,000.00'))).toBeVisible();
    expect(screen.getByText(/No orders are taken in this part of the day/).elements()).toHaveLength(1);
  });

  it('a suspended share says so in place of the swipe', async () => {
    const { screen } = await ticket({}, { share: stock({ tradable: false }) });
    await expect.element(screen.getByText('This stock is temporarily not tradable')).toBeVisible();
    expect(screen.getByRole('button', { name: /Swipe right/ }).query()).toBeNull();
  });
});

describe('placing it', () => {
  it('a refusal stands beside the field it names, and goes with the next keystroke', async () => {
    const { screen, asked } = await ticket({
      ...remembered,
      placeBuyOrder: () => refusal('price_out_of_band', 'The price is outside today’s band', { field: 'price' }),
    });
    await confirm(screen);
    const price = screen.getByRole('textbox', { name: 'Price', exact: true });
    await expect.element(price).toHaveAttribute('aria-invalid', 'true');
    expect(document.getElementById(price.element().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'The price is outside today’s band',
    );
    expect(asked('placeBuyOrder')).toEqual([
      expect.objectContaining({
        code: 'CHAKRAVALA',
        quantity: 1,
        type: 'limit',
        price: '1324.60',
        product: 'delivery',
      }),
    ]);
    await userEvent.fill(price, '1324.70');
    await expect.element(price).toHaveAttribute('aria-invalid', 'false');
  });

  it('a limit that stopped it lets go once it has ended, and what was typed stays', async () => {
    const AT = Date.UTC(2026, 10, 26, 5, 32);
    const limitsWith = (used: string, at: number): Data<'ownLimits'> => ({
      limits: [{ kind: 'day_orders', value: '1', used }],
      pause: null,
      todayProfit: '0.00',
      marketDate: '2026-11-26',
      nextDate: '2026-11-27',
      looser: { notBefore: AT, fromDate: null },
      pauses: { market_day: '2026-11-27', '24h': AT, '7d': AT },
      openOrders: 0,
      at,
    });
    let limits = limitsWith('1', AT);
    let isStopped = true;
    const { screen } = await ticket({
      ownLimits: () => limits,
      previewOrder: (asked) => previewOf(asked, { warnings: isStopped ? ['own_limit_day_orders'] : [] }),
    });
    await quantity(screen).fill('7');
    await screen.getByRole('button', { name: 'See which limit' }).click();
    await expect.element(screen.getByText('Your own limit stopped this')).toBeVisible();
    [limits, isStopped] = [limitsWith('0', AT + 60_000), false];
    await queryClient.invalidateQueries();
    await expect.element(screen.getByText(/does not stop this order/)).toBeVisible();
    await expect.element(quantity(screen)).toHaveValue('7');
    await expect.element(screen.getByRole('button', { name: /Swipe right/ })).toBeEnabled();
  });

  it('what was written about it goes with it, once there is an order', async () => {
    const placed = { ...makeOrder(), fills: [] };
    const said: string[] = [];
    useToast.subscribe(({ shown }) => shown && said.push(shown.text));
    const { screen, asked } = await ticket({
      ...remembered,
      placeBuyOrder: () => placed,
      orderDetail: () => ({ ...placed, timeline: [] }),
      setOrderNote: () => refusal('maintenance', 'Not now'),
    });
    await screen.getByRole('button', { name: 'Reason and plan: none' }).click();
    const sheet = screen.getByRole('dialog', { name: 'Reason and plan' });
    await sheet.getByRole('button', { name: 'A tip' }).click();
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Stop' }), '1400');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(WRONG_SIDE);
    await userEvent.fill(sheet.getByRole('textbox', { name: 'Stop' }), '1,290');
    await sheet.getByRole('button', { name: 'Done' }).click();
    await expect.element(screen.getByRole('button', { name: 'Reason and plan: A tip, Stop 1,290.00' })).toBeVisible();
    await confirm(screen);
    await expect.poll(() => asked('setOrderNote')).toEqual([{ id: '7', reason: 'tip', stop: '1290.00' }]);
    // The order stands. What could not be saved waits on its page.
    await expect.poll(() => said).toContain('The order is placed. Its note was not saved.');
    await expect.element(screen.getByRole('textbox', { name: 'Stop' })).toHaveValue('1,290');
  });

  it('an answer that is lost is “Checking…” with the amount, never “failed”, until the server has said', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { screen, asked } = await ticket({ ...remembered, placeBuyOrder: lost, orders: lost });
    const swipe = screen.getByRole('button', { name: /Swipe right/ });
    await expect.element(swipe).toBeEnabled();
    (swipe.element() as HTMLButtonElement).focus();
    await press('{Enter}');
    const sheet = screen.getByRole('dialog');
    await expect.element(sheet).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await vi.advanceTimersByTimeAsync(20_000); // four repeats with the same requestId
    await expect.element(screen.getByText('Checking your order…')).toBeVisible();
    expect(new Set(asked('placeBuyOrder').map(({ requestId }) => requestId)).size).toBe(1);
    expect(asked('placeBuyOrder')).toHaveLength(5);
    await expect.element(screen.getByText('Buy 1 CHAKRAVALA, ₹1,000.00')).toBeVisible();
    expect(document.body.textContent).not.toMatch(/failed/i);
    // The server still cannot be reached: it is asked again, and nothing is claimed.
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(screen.getByText('Checking your order…')).toBeVisible();
    expect(asked('orders').length).toBeGreaterThan(1);
  });

  it('once the server says that there is no such order, the ticket is there again', async () => {
    let reached = false;
    const { screen } = await ticket({
      ...remembered,
      placeBuyOrder: lost,
      orders: () => (reached ? { list: [], nextCursor: null } : lost()),
    });
    const swipe = screen.getByRole('button', { name: /Swipe right/ });
    await expect.element(swipe).toBeEnabled();
    (swipe.element() as HTMLButtonElement).focus();
    await press('{Enter}');
    const sheet = screen.getByRole('dialog');
    await expect.element(sheet).toBeVisible();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await sheet.getByRole('button', { name: 'Confirm' }).click();
    await vi.advanceTimersByTimeAsync(20_000);
    await expect.element(screen.getByText('Checking your order…')).toBeVisible();
    reached = true;
    await vi.advanceTimersByTimeAsync(4000);
    await expect.element(screen.getByText(/nothing was ordered/)).toBeVisible();
    await expect.element(quantity(screen)).toBeVisible();
  });
});

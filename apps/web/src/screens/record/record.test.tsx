import type { Data, Payload } from '@khara/contract';
import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { toggleHiddenAmounts, useHiddenAmounts } from '#ui/hidden-amounts.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal } from '../../../test/server.ts';
import { choose, show } from '../../../test/show.tsx';
import MyRecord from './record.tsx';

type Shown = NonNullable<Data<'myRecord'>>;

const rupees = (units: number): string => units.toFixed(2);
/** Market dates from Mon 3 Aug on, without weekends. */
const dates = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2026, 7, 3 + day)))
  .filter((date) => date.getUTCDay() % 6 !== 0)
  .slice(0, 78)
  .map((date) => date.toISOString().slice(0, 10));
const days = dates.map((marketDate, at): Shown['days'][number] => {
  const putIn = at < 40 ? 400_000 : 440_000;
  return {
    marketDate,
    putIn: rupees(putIn),
    value: rupees(putIn + Math.sin(at / 9) * 4_000 + at * 200),
    index: rupees(putIn + Math.sin(at / 14) * 3_000 + at * 270),
    moneyIn: rupees(at === 0 ? 400_000 : at === 40 ? 40_000 : at === 20 ? 5_000 : 0),
    moneyOut: rupees(at === 20 ? 5_000 : 0),
  };
});
const cases = ['LAUHITYA', 'MUZIRIS', 'BIDRI', 'THEWA', 'AAMRAI'].map((code, at) => ({
  order: String(90 - at),
  code,
  marketDate: dates[60 - at * 9]!,
  at: 1_795_335_656_582,
  result: at === 3 ? '520.60' : rupees(-300.3 * (at + 1)),
  lost: rupees(412 - at * 60),
  times: 1.5 + at / 2,
}));
const record: Shown = {
  period: 'all',
  from: dates[0]!,
  to: dates.at(-1)!,
  marketDays: 78,
  allMarketDays: 78,
  investedDays: 70,
  began: '0.00',
  putIn: '440000.00',
  takenOut: '0.00',
  worth: '456587.45',
  gain: '16587.45',
  charges: '10181.50',
  gainBeforeCharges: '26768.95',
  moneyReturn: '3.92',
  choicesReturn: '4.15',
  deepestFall: '-2.35',
  fallDays: 12,
  daysUnderPeak: 31,
  yearlyReturn: '13.70',
  index: { worth: '461940.10', gain: '21940.10', moneyReturn: '5.19' },
  days,
  orders: 94,
  byType: [
    { key: 'limit', orders: 41, charges: '3214.80', result: '21305.10' },
    { key: 'market', orders: 18, charges: '2046.10', result: '1184.75' },
    { key: 'stop', orders: 9, charges: '912.35', result: '-2690.40' },
    { key: 'intraday', orders: 26, charges: '3993.25', result: '-3412.00' },
  ],
  byHolding: [
    { key: 'same_day', orders: 90, charges: '9166.50', result: '12387.45' },
    { key: 'up_to_5', orders: 7, charges: '1000.00', result: '4000.00' },
  ],
  byPhase: [{ key: 'continuous', orders: 94, charges: '10166.50', result: '16387.45' }],
  byReason: [
    { key: 'tip', orders: 6, charges: '700.00', result: '-4120.00' },
    { key: 'none', orders: 88, charges: '9466.50', result: '20507.45' },
  ],
  byTag: [{ tag: 'breakout', orders: 4, charges: '310.00', result: '920.00' }],
  byPlan: [
    { key: 'open', orders: 1, charges: '40.00', result: '12.00' },
    { key: 'target', orders: 3, charges: '200.00', result: '2310.00' },
    { key: 'early', orders: 5, charges: '420.00', result: '-610.00' },
    { key: 'late', orders: 2, charges: '90.00', result: '55.00' },
  ],
  otherResult: '200.00',
  otherCharges: '15.00',
  intradayShare: '31.20',
  patterns: [
    {
      kind: 'larger_after_loss',
      cases,
      caseCount: 5,
      chances: 7,
      result: '-3210.40',
      others: '19797.85',
    },
    {
      kind: 'winners_before_losers',
      cases: cases.map(({ order, code, marketDate, at, result }) => ({
        order,
        code,
        marketDate,
        at,
        result,
        daysHeld: 2,
      })),
      caseCount: 14,
      heldDays: { winners: '2.00', losers: '6.40' },
    },
  ],
};

const place = { route: findRoute('/pages/personal/record/index')!, key: 'k', direction: 'none' } as const;

beforeEach(() => {
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
  if (useHiddenAmounts.getState().hidden) toggleHiddenAmounts();
});

async function showing(answer: (payload: Payload<'myRecord'>) => Data<'myRecord'> | Response = () => record) {
  const { asked } = answering({ myRecord: answer });
  const screen = await show(
    <PlaceContext value={place}>
      <MyRecord />
    </PlaceContext>,
  );
  return { screen, asked };
}

it('says what was put in, what it is worth, and the same in the index beside it', async () => {
  const { screen } = await showing();
  await expect.element(screen.getByText('You put in ₹4,40,000.00. It is worth')).toBeVisible();
  await expect.element(screen.getByText('4,56,587.45 rupees')).toBeInTheDocument();
  await expect.element(screen.getByText('+₹21,940.10')).toBeVisible();
  await expect.element(screen.getByText('78 market days, since Mon 3 Aug')).toBeVisible();
  // Of the days on which money was there.
  await expect.element(screen.getByText('31 of 70')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Charges took 38% of what you gained' })).toBeVisible();
  await expect.element(screen.getByText('Only you see this page.', { exact: false })).toBeVisible();
});

it('names what charges cost when nothing was left of a gain', async () => {
  await showing(() => ({ ...record, gain: '-10.00', gainBeforeCharges: '10156.50' }));
  await expect.element(page.getByRole('heading', { name: 'Charges cost you ₹10,181.50' })).toBeVisible();
});

it('shows no return where there is none, with the reason, and no yearly rate before sixty market days', async () => {
  const { moneyReturn: _one, yearlyReturn: _two, index: _three, ...rest } = record;
  await showing(() => ({ ...rest, investedDays: 12, noReturn: 'several_solutions' }));
  await expect.element(page.getByText('Cannot be computed')).toBeVisible();
  await expect.element(page.getByText('Cannot be compared')).toBeVisible();
  await expect
    .element(page.getByText(/More than one rate fits these deposits and withdrawals. No yearly rate: 12 practice days/))
    .toBeVisible();
});

it('adds what is no result of a trade, so that the parts are the gain', async () => {
  await showing();
  await expect.element(page.getByRole('row', { name: /Dividends and other .*15\.00.*200\.00/ })).toBeVisible();
  await expect.element(page.getByText(/orders in all/)).not.toBeInTheDocument();
  await choose('Phase');
  await expect.element(page.getByRole('row', { name: /Continuous trading/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Dividends and other .*15\.00.*200\.00/ })).toBeVisible();
  await choose('Time held');
  await expect
    .element(page.getByText('94 orders in all. An order that falls into several rows counts in each.'))
    .toBeVisible();
});

it('reads a day by the keys, and has all days as a table', async () => {
  await showing();
  const range = page.getByRole('slider', { name: 'Read a market day' });
  await expect.element(range).toBeInTheDocument();
  (range.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(range).toHaveAttribute('aria-valuetext', expect.stringContaining('Mon 3 Aug: ₹4,00,000.00'));
  await expect.element(page.getByText(/Mon 3 Aug: ₹4,00,000.00, put in ₹4,00,000.00/)).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('row', { name: /Mon 3 Aug/ })).toBeInTheDocument();
});

it('names what a bank took back as that, in the sentence, the mark and the day', async () => {
  const back = days.with(0, { ...days[0]!, moneyIn: '0.00', tookBack: '10000.23' });
  await showing(() => ({ ...record, putIn: '450000.00', tookBack: '10000.23', days: back }));
  await expect.element(page.getByText('You put in ₹4,50,000.00. It is worth')).toBeVisible();
  await expect.element(page.getByText('Of what was put in, the bank took back ₹10,000.23.')).toBeVisible();
  await expect.element(page.getByText('Sent back by a bank')).toBeVisible();
  const range = page.getByRole('slider', { name: 'Read a market day' });
  (range.element() as HTMLInputElement).focus();
  await userEvent.keyboard('{Home}');
  await expect
    .element(range)
    .toHaveAttribute('aria-valuetext', expect.stringContaining('the bank took back ₹10,000.23'));
});

it('names in a period what was there before, and no mark that it does not have', async () => {
  const still = days.map((day) => ({ ...day, moneyIn: '0.00', moneyOut: '0.00' }));
  await showing(({ period }) =>
    period === '1w' ? { ...record, period, began: '440000.00', putIn: '0.00', days: still } : record,
  );
  await expect.element(page.getByText('Money put in')).toBeVisible();
  await expect.element(page.getByText('Put in, in all')).toBeVisible();
  await choose('1W');
  await expect.element(page.getByText('It was worth ₹4,40,000.00 before. It is worth')).toBeVisible();
  await expect.element(page.getByText('Money put in')).not.toBeInTheDocument();
  await expect.element(page.getByText('Taken out')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Worth before, and put in' })).toBeVisible();
});

it('asks for another period, keeps the figures until it comes, and says the two results', async () => {
  const { asked } = await showing(({ period }) => ({ ...record, period: period ?? 'all', began: '450000.00' }));
  await choose('1W');
  await expect
    .element(page.getByText('It was worth ₹4,50,000.00 before. You put in ₹4,40,000.00. It is worth'))
    .toBeVisible();
  await expect.element(page.getByText('1W: you ₹16,587.45, KHARA 50 ₹21,940.10')).toBeInTheDocument();
  expect(asked('myRecord').map(({ period }) => period)).toEqual(['all', '1w']);
});

it('opens the trades behind a pattern, each with its order', async () => {
  await showing();
  await page.getByRole('button', { name: /Larger after a loss/ }).click();
  await expect.element(page.getByText('Within one market day of a loss', { exact: false })).toBeVisible();
  const first = page.getByRole('link', { name: /LAUHITYA.*lost ₹412\.00, then 1\.5 × as large/ });
  await expect.element(first).toHaveAttribute('href', '#/pages/personal/transaction/index?order=90');
  const relived = page.getByRole('link', { name: /^Relive LAUHITYA on / });
  await expect.element(relived).toHaveAttribute('href', `#/pages/lab/day?date=${cases[0]!.marketDate}&code=LAUHITYA`);
  await page.getByRole('button', { name: 'Set a limit for this' }).click();
  expect(location.hash).toBe('#/pages/personal/limits/index?set=largest_order');
});

it('counts by what was written, and says what of the plans was kept', async () => {
  await showing();
  await expect.element(page.getByRole('row', { name: /A tip.*4,120\.00/ })).toBeVisible();
  await choose('Tag');
  await expect.element(page.getByRole('row', { name: /breakout.*920\.00/ })).toBeVisible();
  await choose('Plan');
  // Open orders, and plans that were written too late, are none of those that count.
  await expect.element(page.getByText('Plan kept: 3 of 8 closed orders.', { exact: false })).toBeVisible();
});

it.each([
  ['Your money’s return', 'A spreadsheet calls it XIRR'],
  ['Return of your choices', 'The growth of each day, multiplied'],
  ['Deepest fall', 'The largest drop from an earlier peak'],
  ['Days below the peak', 'ended below an earlier peak'],
  ['Same in KHARA 50', 'at the close of its market day'],
  ['Charges and taxes', 'Their share is of the gain before charges'],
  ['Order type', 'the order that opened the shares'],
])('opens a sheet of its own for "%s"', async (term, words) => {
  await showing();
  await page.getByRole('button', { name: term, exact: true }).click();
  await expect.element(page.getByRole('dialog').getByText(words, { exact: false })).toBeVisible();
});

it('says what the time held and the phase of a result are', async () => {
  await showing();
  for (const [way, words] of [
    ['Time held', 'The oldest shares are closed first'],
    ['Phase', 'The part of the market day'],
  ] as const) {
    await choose(way);
    await page.getByRole('button', { name: way, exact: true }).click();
    await expect.element(page.getByRole('dialog').getByText(words, { exact: false })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  }
});

it('hides every amount with the eye', async () => {
  await showing();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.element(page.getByText('You put in ••••••. It is worth')).toBeVisible();
  expect(page.getByText(/16,587|4,40,000|21,940/).elements()).toEqual([]);
});

it('says when a record begins, and repeats what failed', async () => {
  const { screen } = await showing(() => null);
  await expect.element(screen.getByText('Your record begins with the first trade')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Look around' })).toBeVisible();
});

it('is one button when it did not come', async () => {
  let failures = 0;
  await showing(() => ((failures += 1) === 1 ? refusal('maintenance', 'Not now') : record));
  await page.getByText('Tap the screen to retry').click();
  await expect.element(page.getByText('You put in ₹4,40,000.00. It is worth')).toBeVisible();
});

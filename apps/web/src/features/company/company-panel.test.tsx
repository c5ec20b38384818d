import type { Data } from '@khara/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { answering } from '../../../test/server.ts';
import { press, show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import CompanyPanel from './company-panel.tsx';
import type { Quarter } from './quarters.ts';

beforeEach(() => queryClient.clear());

const quarter = (ended: string, publishedOn: string, revenue: string, profit: string): Quarter => ({
  quarter: ended,
  publishedOn,
  profitAndLoss: {
    revenue,
    otherIncome: '0.00',
    expenses: '0.00',
    ebitda: '0.00',
    depreciation: '0.00',
    financeCost: '0.00',
    tax: '0.00',
    profit,
  },
  balance: {
    shareCapital: '100.10',
    reserves: '900.20',
    borrowings: '50.00',
    otherLiabilities: '30.00',
    fixedAssets: '400.30',
    investments: '200.00',
    cash: '300.00',
    otherAssets: '180.00',
  },
  cashFlow: { operating: '0.00', investing: '0.00', financing: '0.00', change: '0.00' },
  holders: { promoter: '71.11', institutions: '21.34', public: '7.55', pledged: '0.00' },
  dividends: '0.00',
  notes: { rights: '0.00', buyback: '0.00', bonus: '0.00', demerger: '0.00' },
  expected: { revenue, profit: '100.00' },
  surprise: '50.00',
});

const COMPANY: Data<'company'> = {
  business: 'other',
  listedOn: '2007-10-09',
  quarters: [
    quarter('2026-06-30', '2026-08-12', '1000.00', '-20.00'),
    quarter('2026-09-30', '2026-11-12', '1200.00', '150.00'),
  ],
  ratios: {
    pe: '20.53',
    isLoss: false,
    pb: '9.76',
    returnOnEquity: '47.55',
    debtToEquity: '0.00',
    margin: '20.50',
    quarterGrowth: null,
    yearGrowth: null,
    dividendYield: '2.28',
    payout: null,
    marketValue: '1000.00',
    eps: '10.00',
    bookValue: '133.42',
    shares: 9_339_400_000,
    words: { debtToEquity: 'no debt', payout: '–' },
  },
  next: { quarter: '2026-12-31', on: '2027-02-11', expected: '140.00' },
  sealed: null,
};

const WITHOUT_LOANS = COMPANY.quarters.map((one) => ({ ...one, balance: { ...one.balance, borrowings: '0.00' } }));

/** The day before the newest results, and theirs: daily candles. */
const DAYS: Data<'candles'>['candles'] = [
  [Date.parse('2026-11-11T09:15:00+05:30'), '100.00', '101.00', '99.00', '100.00', 10],
  [Date.parse('2026-11-12T09:15:00+05:30'), '100.00', '105.00', '99.00', '103.50', 10],
];

async function showing(more: Partial<Data<'company'>> = {}) {
  answering({ company: () => ({ ...COMPANY, ...more }), candles: () => ({ candles: DAYS, adjustments: [] }) });
  return await show(<CompanyPanel stock={stock()} />);
}

it('says the figures of the newest quarter, and of another by its arrow key', async () => {
  const screen = await showing();
  const newest = screen.getByRole('radio', { name: 'Jul–Sep 2026: Revenue 1,200.00, profit 150.00, margin 12.50%' });
  await expect.element(newest).toBeChecked();
  await expect.element(screen.getByText('Made up')).toBeVisible();
  (newest.element() as HTMLElement).focus();
  await press('{ArrowLeft}');
  await expect
    .element(screen.getByRole('radio', { name: 'Apr–Jun 2026: Revenue 1,000.00, profit −20.00, margin a loss' }))
    .toBeChecked();
  await expect.element(screen.getByText('a loss', { exact: true })).toBeVisible();
});

it('calls the revenue of a bank by what it is', async () => {
  const screen = await showing({ business: 'lender' });
  await expect.element(screen.getByText('Interest and fees').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'Interest and fees' })).toBeVisible();
});

it('shows the quarters as a table', async () => {
  const screen = await showing();
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('row', { name: 'Apr–Jun 2026 1,000.00 −20.00 a loss' })).toBeVisible();
});

it('has three years of quarters in its table, and their sums', async () => {
  const ends = ['03-31', '06-30', '09-30', '12-31'];
  const quarters = Array.from({ length: 12 }, (_, at) =>
    quarter(`${2024 + Math.floor(at / 4)}-${ends[at % 4]}`, '2026-11-12', `${1000 + at}.10`, `${100 + at}.05`),
  );
  const screen = await showing({ quarters });
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('row', { name: 'Year to Oct–Dec 2026 4,038.40 438.20 10.85%' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: 'Year to Oct–Dec 2024 4,006.40 406.20 10.14%' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^Jan–Mar 2024 1,000\.10/ })).toBeVisible();
});

it('says what was expected of results and what came, and adds up what belongs to shareholders', async () => {
  const screen = await showing();
  await expect.element(screen.getByRole('row', { name: /^Jul–Sep 2026.*100\.00 150\.00.*\+50\.00%/ })).toBeVisible();
  await expect.element(screen.getByText(/Oct–Dec 2026, expected profit 140.00/)).toBeVisible();
  await expect.element(screen.getByText('1,000.30')).toBeVisible();
  // Nothing moved between the company and its holders.
  await expect.element(screen.getByText(/Between it and its holders/)).not.toBeInTheDocument();
});

it('says how a result of a company that loses money differs from what was expected', async () => {
  const lost = { ...quarter('2026-09-30', '2026-11-12', '1200.00', '-80.00'), surprise: '20.00' };
  const screen = await showing({ quarters: [{ ...lost, expected: { revenue: '1200.00', profit: '-100.00' } }] });
  await expect.element(screen.getByRole('row', { name: /^Jul–Sep 2026.*−100\.00 −80\.00.*\+20\.00%/ })).toBeVisible();
});

it('says by how much a quarter is above the same one a year before, and leads to its sector’s companies', async () => {
  const [first, last] = COMPANY.quarters;
  const between = ['2025-12-31', '2026-03-31'].map((ended) => quarter(ended, '2026-02-11', '1000.00', '100.00'));
  const before = quarter('2025-09-30', '2025-11-12', '1000.00', '-5.00');
  const screen = await showing({ quarters: [before, ...between, first!, last!] });
  // A year before it was a loss: there is nothing to grow from.
  await expect.element(screen.getByText(/\+20\.00%.*in a year/)).toBeVisible();
  const growth = screen.getByText(/in a year$/);
  expect(growth.elements()).toHaveLength(1);
  expect(growth.element().querySelector('svg'), 'an arrow').not.toBeNull();
  const link = screen.getByRole('link', { name: 'Compare' });
  await expect.element(link).toHaveAttribute('href', '#/pages/market/screener/index?sector=it');
});

it('says what the price did on each results day, and an en dash where that is not known', async () => {
  const screen = await showing();
  await expect.element(screen.getByRole('row', { name: /^Jul–Sep 2026.*up 3\.50/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^Apr–Jun 2026.*not known$/ })).toBeVisible();
});

it('reminds a member by the watchlist, and says so of what is on it', async () => {
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
  const answers = { company: () => COMPANY, candles: () => ({ candles: [], adjustments: [] }) };
  const { asked } = answering({ ...answers, toggleWatch: () => ({ collected: true }) });
  const screen = await show(<CompanyPanel stock={stock()} />);
  await screen.getByRole('button', { name: 'Remind me' }).click();
  expect(asked('toggleWatch')).toHaveLength(1);
  await screen.rerender(<CompanyPanel stock={stock({ collected: true })} />);
  await expect.element(screen.getByText(/^On your watchlist/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Remind me' })).not.toBeInTheDocument();
});

it('names what moved between the company and its holders', async () => {
  const last = COMPANY.quarters.at(-1)!;
  const screen = await showing({ quarters: [{ ...last, notes: { ...last.notes, rights: '12.50' } }] });
  await expect.element(screen.getByText('Paid in by a rights issue')).toBeVisible();
  await expect.element(screen.getByText('12.50')).toBeVisible();
});

it('says owners and what moved of the quarter that is chosen', async () => {
  const [first, last] = COMPANY.quarters as [Quarter, Quarter];
  const before = {
    ...first,
    dividends: '7.70',
    holders: { promoter: '60.60', institutions: '30.00', public: '9.40', pledged: '0.00' },
  };
  const screen = await showing({ quarters: [before, last] });
  await expect.element(screen.getByText('Who owns it, end of Jul–Sep 2026')).toBeVisible();
  await expect.element(screen.getByText('7.70')).not.toBeInTheDocument();
  (screen.getByRole('radio', { name: /^Jul–Sep 2026/ }).element() as HTMLElement).focus();
  await press('{ArrowLeft}');
  await expect.element(screen.getByText('Who owns it, end of Apr–Jun 2026')).toBeVisible();
  await expect.element(screen.getByText('60.60%')).toBeVisible();
  await expect.element(screen.getByText('Between it and its holders, Apr–Jun 2026')).toBeVisible();
  await expect.element(screen.getByText('7.70')).toBeVisible();
});

it('says the sector, since when the share is listed, and what each share has of the company', async () => {
  const screen = await showing();
  await expect.element(screen.getByText('Information technology')).toBeVisible();
  await expect.element(screen.getByText('9 Oct 2007')).toBeVisible();
  await expect.element(screen.getByText(/₹133\.42/)).toBeVisible();
  // Shares of an older quarter were others.
  (screen.getByRole('radio', { name: /^Jul–Sep 2026/ }).element() as HTMLElement).focus();
  await press('{ArrowLeft}');
  await expect.element(screen.getByText(/₹133\.42/)).not.toBeInTheDocument();
});

it('has words where a ratio has no meaning', async () => {
  const words = { ...COMPANY.ratios!.words, pe: 'loss' };
  const ratios = { ...COMPANY.ratios!, pe: null, isLoss: true, margin: '-3.00', words };
  const screen = await showing({ ratios, quarters: WITHOUT_LOANS });
  await expect.element(screen.getByText('The company has no loans.')).toBeVisible();
  await expect.element(screen.getByText('The last four quarters together are a loss.').first()).toBeVisible();
  await expect.element(screen.getByText(/You pay/)).not.toBeInTheDocument();
  await expect.element(screen.getByText('loss', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('no debt', { exact: true })).toBeVisible();
});

it('has every published line of the chosen quarter, each behind its head', async () => {
  const [first, last] = COMPANY.quarters;
  const profitAndLoss = {
    revenue: '1000.00',
    otherIncome: '11.00',
    expenses: '700.00',
    ebitda: '311.00',
    depreciation: '60.00',
    financeCost: '21.00',
    tax: '30.00',
    profit: '200.00',
  };
  const cashFlow = { operating: '250.00', investing: '-120.00', financing: '-45.50', change: '84.50' };
  const before = { ...first!, profitAndLoss, cashFlow };
  const screen = await showing({ business: 'insurer', quarters: [before, last!] });
  const newest = screen.getByRole('radio', { name: /^Jul/ });
  await expect.element(newest).toBeChecked();
  (newest.element() as HTMLElement).focus();
  await press('{ArrowLeft}');
  const linesUnder = async (title: string) => {
    await screen.getByText(title).click();
    const fold = screen.getByText(title).element().closest('details')!;
    return [...fold.querySelectorAll('div')].map((line) => [...line.children].map((part) => part.textContent));
  };
  expect(await linesUnder('Profit and loss, Apr–Jun 2026')).toEqual([
    ['Premiums', '1,000.00'],
    ['Other income', '11.00'],
    ['Claims and costs', '−700.00'],
    ['EBITDA', '311.00'],
    ['Depreciation', '−60.00'],
    ['Finance cost', '−21.00'],
    ['Tax', '−30.00'],
    ['Profit', '200.00'],
  ]);
  expect(await linesUnder('Cash flow, Apr–Jun 2026')).toEqual([
    ['Operating', '250.00'],
    ['Investing', '−120.00'],
    ['Financing', '−45.50'],
    ['Change of cash', '84.50'],
  ]);
  const balance = screen
    .getByRole('heading', { name: /^What it owns and owes/ })
    .element()
    .closest('section')!;
  const lines = [...balance.querySelectorAll(':scope > div > div:not(details *)')].map((line) => line.textContent);
  expect(lines.slice(-3)).toEqual([
    'Belongs to shareholders1,000.30',
    'Of that share capital100.10',
    'Of that reserves900.20',
  ]);
  expect(lines).toHaveLength(9);
});

it('says that there are no loans only where there are none', async () => {
  const owing = await showing({ ratios: { ...COMPANY.ratios!, words: { debtToEquity: '< 0.01' } } });
  await expect.element(owing.getByText('Loans of less than ₹0.01 for each rupee of shareholders.')).toBeVisible();
  await expect.element(owing.getByText('The company has no loans.')).not.toBeInTheDocument();
  await owing.unmount();
  queryClient.clear();
  const screen = await showing({ quarters: WITHOUT_LOANS });
  await expect.element(screen.getByText('The company has no loans.')).toBeVisible();
});

it('says how profit grew and how much of it was paid out', async () => {
  const words = { debtToEquity: 'no debt' };
  const ratios = { ...COMPANY.ratios!, quarterGrowth: '12.50', yearGrowth: '-4.00', payout: '30.00', words };
  const screen = await showing({ ratios });
  await screen.getByText('Growth and payout').click();
  await expect
    .element(screen.getByText('₹112.50 of profit in the quarter for each ₹100 in the same one a year ago.'))
    .toBeVisible();
  await expect
    .element(screen.getByText('₹96.00 of profit in four quarters for each ₹100 in the four before.'))
    .toBeVisible();
  await expect.element(screen.getByText('₹30.00 of each ₹100 of profit was paid as dividends.')).toBeVisible();
});

it('shows by a mark that a line opens', async () => {
  const screen = await showing();
  const folds = ['Profit and loss, Jul–Sep 2026', 'Cash flow, Jul–Sep 2026', 'Growth and payout'];
  for (const name of folds) {
    const said = screen.getByText(name);
    await expect.element(said).toBeVisible();
    const line = said.element();
    expect(line.querySelector('svg'), name).not.toBeNull();
    expect(getComputedStyle(line.parentElement!).marginTop, name).toBe('0px');
  }
});

it('says why growth has no figure', async () => {
  const screen = await showing({ ratios: { ...COMPANY.ratios!, yearGrowth: '-130.00', isLoss: true } });
  await screen.getByText('Growth and payout').click();
  await expect.element(screen.getByText('There was no profit before to grow from.')).toBeVisible();
  await expect.element(screen.getByText(/of profit in four quarters/)).not.toBeInTheDocument();
});

it('explains the words of accounts where they stand', async () => {
  const screen = await showing();
  await screen.getByText('Profit and loss, Jul–Sep 2026').click();
  for (const [word, said] of [
    ['EBITDA', /^Revenue and other income less operating expenses/],
    ['Return on equity', /^Profit of a year in per cent of the net worth/],
    ['Promoters have pledged no shares.', /^Shares that promoters gave as security/],
  ] as const) {
    await screen.getByRole('button', { name: word, exact: true }).click();
    await expect.element(screen.getByText(said)).toBeVisible();
    await press('{Escape}');
    await expect.element(screen.getByText(said)).not.toBeInTheDocument();
  }
});

it('names the year under the first quarter, and under each that ends in another year', async () => {
  const ends = ['2025-09-30', '2025-12-31', '2026-03-31', '2026-06-30'];
  const screen = await showing({ quarters: ends.map((day) => quarter(day, day, '1000.00', '100.00')) });
  await expect.element(screen.getByRole('radio').first()).toBeInTheDocument();
  const places = [...screen.container.querySelectorAll('[role=radiogroup] label')];
  expect(places.map(({ textContent }) => textContent)).toEqual(['Sep2025', 'Dec', 'Mar2026', 'Jun']);
});

it('says what a year ago the margin was, and since when owners have more', async () => {
  const year = ['2025-09-30', '2025-12-31', '2026-03-31', '2026-06-30', '2026-09-30'];
  const quarters = year.map((day, at) => quarter(day, day, '1000.00', at === 0 ? '110.00' : '150.00'));
  const now = quarters[4]!;
  const holders = { promoter: '71.11', institutions: '21.76', public: '7.13', pledged: '0.00' };
  const screen = await showing({ quarters: [...quarters.slice(0, 4), { ...now, holders }] });
  await expect.element(screen.getByText('11.00% a year ago')).toBeVisible();
  await expect.element(screen.getByText('unchanged since Jun')).toBeVisible();
  await expect.element(screen.getByText('+0.42 points since Jun')).toBeVisible();
  await expect.element(screen.getByText('−0.42 points since Jun')).toBeVisible();
});

it('says which part of what it owns is of shareholders, and how much that is of each share', async () => {
  const screen = await showing();
  // 1,000.30 of 1,080.30.
  await expect.element(screen.getByText('Shareholders’ 93%')).toBeVisible();
  await expect.element(screen.getByText('Owed 7%')).toBeVisible();
  await expect.element(screen.getByText('Each share has ₹133.42 of that. There are 933.9 Cr.')).toBeVisible();
  await screen.unmount();
  queryClient.clear();
  const balance = { ...COMPANY.quarters[1]!.balance, reserves: '-900.00' };
  const owing = await showing({ quarters: [{ ...COMPANY.quarters[1]!, balance }] });
  await expect.element(owing.getByText('Belongs to shareholders')).toBeVisible();
  await expect.element(owing.getByText(/^Owed/)).not.toBeInTheDocument();
});

it('hands out its accounts as a file of figures, one quarter a line', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const screen = await showing();
  await screen.getByRole('button', { name: /^Accounts of 2 quarters/ }).click();
  const [head, ...lines] = (await (made.mock.calls[0]![0] as Blob).text()).trimEnd().split('\r\n');
  expect(head).toMatch(/^quarter,publishedOn,revenue,otherIncome,.*,profit,shareCapital,.*,expectedProfit,surprise$/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^2026-09-30,2026-11-12,1200\.00,0\.00,.*,150\.00,100\.10,.*,100\.00,50\.00$/);
  expect(lines.map((line) => line.split(',').length)).toEqual(lines.map(() => head!.split(',').length));
});

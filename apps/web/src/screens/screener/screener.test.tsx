import type { Data } from '@khara/contract';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import type { ScreenedShare } from '#features/screener/figures.ts';
import { findRoute } from '#shell/route-table.ts';
import { PlaceContext, type Pane } from '#shell/route-context.ts';
import { answering } from '../../../test/server.ts';
import { press, show } from '../../../test/show.tsx';
import Screener from './screener.tsx';

const PATH = '/pages/market/screener/index';
const share = (code: string, pe: string | null, size: string, stage: ScreenedShare['stage'] = 'normal') => ({
  code,
  name: `${code} Ltd`,
  sector: 'Information technology',
  sectorKey: 'it',
  price: '110.00',
  prevClose: '100.00',
  changePercent: '10.00',
  pe,
  pb: '2.00',
  size,
  yearGrowth: '12.00',
  returnOnEquity: '15.00',
  debtToEquity: '0.40',
  dividendYield: '0.00',
  payout: '0.00',
  words: pe === null ? { pe: 'loss' } : {},
  stage,
  band: '20' as const,
});
const SHARES = [
  share('AMBER', '8.00', '900.00'),
  share('BIDRI', '19.72', '71214.00'),
  share('CHIRU', null, '420.50'),
  share('DHOKRA', '12.06', '38904.00', 'watched'),
];

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  useSession.setState({ token: '', device: 'D', userInfo: undefined });
});

/** On the desk its address is that of its pane. */
const onDesk = (search: string): Pane => ({
  name: 'main',
  path: PATH,
  search,
  change: () => undefined,
  Frame: ({ children, tools, below, dock }) => (
    <>
      {tools}
      {below}
      {children}
      {dock}
    </>
  ),
  hasSide: false,
});

async function showing(query = '', answers: Parameters<typeof answering>[0] = {}, pane?: Pane) {
  const data: Data<'screen'> = {
    list: SHARES,
    nextCursor: null,
    found: SHARES.length,
    total: SHARES.length,
    unknown: {},
    marketDate: '2026-11-25',
  };
  answering({ screen: () => data, ...answers });
  location.hash = `#${PATH}${query}`;
  const route = findRoute(PATH) ?? {
    path: PATH,
    title: 'screener',
    texts: [],
    screen: () => Promise.reject(new Error()),
  };
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none', ...(pane !== undefined && { pane }) }}>
      <Screener />
    </PlaceContext>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    location.hash = '';
  });
  const codes = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => /^[A-Z]+/.exec(row.textContent ?? '')?.[0]);
  await expect.element(screen.getByRole('button', { name: 'Change conditions' })).toBeVisible();
  return { screen, codes };
}

it('finds what the address asks for, by code, and says who has no figure', async () => {
  const { screen, codes } = await showing('?pe=-15');
  await expect.poll(codes).toEqual(['AMBER', 'DHOKRA']);
  await expect.element(screen.getByText('2 of 4')).toBeVisible();
  await expect.element(screen.getByText('1 has no figure: P/E.')).toBeVisible();
});

it('sorts by a column, the other way by a second press, and keeps that in the address', async () => {
  const { screen, codes } = await showing();
  await expect.poll(codes).toEqual(['AMBER', 'BIDRI', 'CHIRU', 'DHOKRA']);
  const pe = screen.getByRole('columnheader', { name: 'P/E' });
  await pe.getByRole('button').click();
  await expect.poll(codes).toEqual(['AMBER', 'DHOKRA', 'BIDRI', 'CHIRU']);
  await pe.getByRole('button').click();
  await expect
    .poll(codes, { message: 'a loss is last in either order' })
    .toEqual(['BIDRI', 'DHOKRA', 'AMBER', 'CHIRU']);
  expect(location.hash).toContain('sort=-pe');
  await expect.element(pe).toHaveAttribute('aria-sort', 'descending');
  await expect.element(screen.getByRole('row', { name: /^CHIRU.*loss/ })).toBeVisible();
});

it('sets a range by its field or by a knob, and counts before it is left', async () => {
  const { screen, codes } = await showing();
  await screen.getByRole('button', { name: 'Change conditions' }).click();
  const range = screen.getByRole('region', { name: 'P/E, price by the profit of a year' });
  await range.getByRole('textbox', { name: 'To' }).fill('13');
  await press('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Show 2 shares' })).toBeVisible();
  await expect.element(range.getByText('at most 13')).toBeVisible();
  const knob = range.getByRole('slider', { name: 'P/E, price by the profit of a year, from' });
  (knob.element() as HTMLElement).focus();
  await press('{ArrowRight}');
  await expect.element(knob).toHaveAttribute('aria-valuetext', '12.06');
  await press('{ArrowLeft}');
  await expect.element(knob).toHaveAttribute('aria-valuetext', 'any');
  await range.getByRole('textbox', { name: 'From' }).fill('14');
  await press('{Enter}');
  await expect.element(range.getByText('From is at most To.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show 2 shares' }).click();
  await expect.poll(codes).toEqual(['AMBER', 'DHOKRA']);
  expect(location.hash).toContain('pe=-13');
  await screen.getByRole('button', { name: 'P/E: at most 13, take away' }).click();
  await expect.poll(codes).toHaveLength(4);
});

it('takes a condition away by Delete on its chip', async () => {
  const { screen, codes } = await showing('?pe=-13');
  await expect.poll(codes).toHaveLength(2);
  (screen.getByRole('button', { name: 'P/E: at most 13, take away' }).element() as HTMLElement).focus();
  await press('{Delete}');
  await expect.poll(codes).toHaveLength(4);
});

it('says a word where a figure has no meaning, and takes no debt as 0', async () => {
  const words = { pe: 'loss', debtToEquity: 'no debt', payout: '–' };
  const figures = { pb: null, yearGrowth: '-4.20', debtToEquity: '0.00', payout: null, words };
  const list = [{ ...share('CHIRU', null, '420.50'), ...figures }, ...SHARES.slice(0, 2)];
  const data: Data<'screen'> = {
    list,
    nextCursor: null,
    found: list.length,
    total: list.length,
    unknown: {},
    marketDate: '2026-11-25',
  };
  const { screen, codes } = await showing('?debt=-0.1&cols=pb,growth,debt,payout', { screen: () => data });
  await expect.poll(codes).toEqual(['CHIRU']);
  const cells = screen.getByRole('cell').elements();
  expect(cells.slice(2).map((cell) => cell.lastChild?.textContent)).toEqual(['–', '−4.20%', 'no debt', '–']);
  await expect.element(screen.getByRole('button', { name: 'Debt/equity: at most 0.1, take away' })).toBeVisible();
  location.hash = `#${PATH}?growth=10-`;
  await expect.element(screen.getByRole('button', { name: 'Growth: 10% or more, take away' })).toBeVisible();
  await expect.poll(codes).toEqual(['AMBER', 'BIDRI']);
});

it('says what to loosen where nothing is found, and does it', async () => {
  const { screen, codes } = await showing('?pe=-5&stage=watched');
  await expect.element(screen.getByText('No share meets 2 conditions')).toBeVisible();
  await screen.getByRole('button', { name: /^P\/E: at most 12\.06/ }).click();
  await expect.poll(codes).toEqual(['DHOKRA']);
});

it("keeps a guest's screens on the device, with who came since the last close", async () => {
  const { screen } = await showing('?pe=8-15');
  await screen.getByRole('button', { name: 'Saved screens' }).click();
  await screen.getByRole('textbox', { name: 'Name of this screen' }).fill('Cheap');
  await screen.getByRole('button', { name: 'Save this screen' }).click();
  await expect.element(screen.getByRole('link', { name: /^Cheap/ })).toBeVisible();
  expect(localStorage.getItem('screens')).toContain('pe=8-15');
  await screen.getByRole('button', { name: 'Saved screens' }).click();
  // At the close before all P/Es were lower by a tenth of the price: AMBER's 7.27.
  await expect.element(screen.getByText('2 shares, new since the last close: AMBER')).toBeVisible();
  await screen.getByRole('button', { name: 'Delete Cheap' }).click();
  await expect.element(screen.getByRole('link', { name: /^Cheap/ })).not.toBeInTheDocument();
});

it("keeps a member's on the account, and says why not", async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  const { screen } = await showing('?pe=8-15', {
    screens: () => ({ list: [{ id: '7', name: 'Old', conditions: 'size=1000-' }] }),
    saveScreen: () =>
      Response.json({ code: 500, msg: 'You can keep 10 screens at most', data: { reason: 'too_many_screens' } }),
  });
  await expect.element(screen.getByRole('link', { name: 'Old 2' })).toBeVisible();
  await screen.getByRole('button', { name: 'Saved screens' }).click();
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name of this screen' }), 'Cheap');
  await screen.getByRole('button', { name: 'Save this screen' }).click();
  await expect.element(screen.getByText('You can keep 10 screens at most')).toBeVisible();
  expect(localStorage.getItem('screens')).toBeNull();
});

it('has room for four columns on a phone, and for all eleven on the desk', async () => {
  const ALL = 'pe,pb,size,growth,roe,debt,yield,payout,band,stage,sector';
  const phone = await showing(`?cols=${ALL}`);
  await expect.poll(phone.codes).toHaveLength(4);
  expect(phone.screen.getByRole('columnheader').elements()).toHaveLength(3 + 4);
  await phone.screen.getByRole('button', { name: 'Columns' }).click();
  await phone.screen.getByRole('switch', { name: 'Sector' }).click();
  await expect.element(phone.screen.getByText('A phone has room for four columns. Switch one off.')).toBeVisible();
  await phone.screen.unmount();
  const desk = await showing('', {}, onDesk(`?cols=${ALL}`));
  await expect.poll(desk.codes).toHaveLength(4);
  expect(desk.screen.getByRole('columnheader').elements()).toHaveLength(3 + 11);
});

it('filters what is found by code or name on the desk', async () => {
  const { screen, codes } = await showing('', {}, onDesk('?pe=-15'));
  await expect.poll(codes).toEqual(['AMBER', 'DHOKRA']);
  await screen.getByRole('searchbox', { name: 'Name or code of what is found' }).fill('okra');
  await expect.poll(codes).toEqual(['DHOKRA']);
});

it('hands the focus on when a condition is taken away', async () => {
  const { screen } = await showing('?pe=-15&size=100-&stage=normal');
  const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}.*take away`, 'i') });
  (chip('Size').element() as HTMLElement).focus();
  await press('{Delete}');
  await expect.element(chip('Stage')).toHaveFocus();
  await press('{Delete}');
  await expect.element(chip('P/E')).toHaveFocus();
  await press('{Delete}');
  await expect.element(screen.getByText(/No condition/)).toHaveFocus();
});

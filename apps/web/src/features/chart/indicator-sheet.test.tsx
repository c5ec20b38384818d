import type { Data } from '@khara/contract';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { answering } from '../../../test/server.ts';
import { press, show } from '../../../test/show.tsx';
import { ChartPanel } from './chart-panel.tsx';
import { resetIndicators } from './shown-indicators.ts';

const OPENED = Date.parse('2026-11-25T09:15:00+05:30');
/** Thirty candles that rise by a rupee each. */
const candles = Array.from({ length: 30 }, (_, at): Data<'candles'>['candles'][number] => {
  const close = (100 + at).toFixed(2);
  return [OPENED + at * 300_000, close, (101 + at).toFixed(2), (99 + at).toFixed(2), close, 500];
});

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
  resetIndicators();
  useSession.setState({ token: '', device: 'D', userInfo: undefined });
});

const top = (element: Element): number => element.getBoundingClientRect().top;

async function showing() {
  answering({ candles: () => ({ candles, adjustments: [] }) });
  const screen = await show(
    <div style={{ width: 400, height: 520, display: 'grid' }}>
      <ChartPanel code="THEWA" previousClose="99.90" traded closesByAuction={false} />
    </div>,
  );
  onTestFinished(() => screen.unmount());
  await screen.getByRole('button', { name: /^Indicators/ }).click();
  const change = (name: string) => screen.getByRole('button', { name: `Numbers of ${name}` });
  return { screen, toggle: (name: string) => screen.getByRole('switch', { name, exact: true }), change };
}

it('shows what is switched on, with its value at the newest candle, in the chart, its legend and its table', async () => {
  const { screen, toggle } = await showing();
  await toggle('EMA').click();
  await toggle('RSI').click();
  await expect.element(toggle('RSI')).toHaveAttribute('aria-checked', 'true');
  // Every close rose.
  await expect.element(screen.getByText(/^RSI 14 100\.00$/)).toBeVisible();
  // The mean of 100 to 108 is 104; each step of one keeps it four behind.
  await expect.element(screen.getByText(/^EMA 9 125\.00$/)).toBeVisible();
  await screen.getByRole('button', { name: 'Done' }).click();
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(screen.getByRole('columnheader', { name: 'RSI' })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /^11:40 129\.00 .* 125\.00 100\.00$/ })).toBeVisible();
});

it('has the legend of each pane in it, by name, settings and values, and that of the price above the chart', async () => {
  const { screen, toggle } = await showing();
  for (const name of ['EMA', 'RSI', 'Stochastic']) await toggle(name).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  const rsi = screen.getByText('RSI 14 100.00');
  // Rising closes stand a rupee below the high of a range of fifteen.
  const stochastic = screen.getByText('Stochastic 14 3 3 93.33 D line 93.33');
  await expect.element(stochastic).toBeVisible();
  const canvas = screen.getByRole('img', { name: /^Price chart of THEWA/ }).element();
  expect(top(screen.getByText('EMA 9 125.00').element())).toBeLessThan(top(canvas));
  // Panes are the canvas's own parts, one below the other.
  const panes = [...canvas.firstElementChild!.children].map(top);
  const paneOf = (legend: Element): number => panes.findLastIndex((edge) => edge <= top(legend));
  await expect.poll(() => paneOf(rsi.element())).toBeGreaterThan(0);
  await expect.poll(() => paneOf(stochastic.element())).toBeGreaterThan(paneOf(rsi.element()));
  await screen.getByRole('button', { name: 'Show as table' }).click();
  await expect.element(rsi).not.toBeInTheDocument();
});

it('says what there are too few candles for', async () => {
  const { screen, toggle, change } = await showing();
  await change('MA').click();
  await screen.getByRole('textbox', { name: 'Candles' }).fill('200');
  await screen.getByRole('button', { name: 'Done' }).click();
  await toggle('MA').click();
  await expect.element(screen.getByText('MA 200 –, needs 200 candles')).toBeVisible();
  await change('ATR').click();
  await screen.getByRole('textbox', { name: 'Candles' }).fill('40');
  await screen.getByRole('button', { name: 'Done' }).click();
  await toggle('ATR').click();
  await expect.element(screen.getByText('ATR 40 –, needs 41 candles')).toBeVisible();
});

it('takes three on the price and two panes, and says so', async () => {
  const { screen, toggle } = await showing();
  for (const name of ['MA', 'EMA']) await toggle(name).click(); // beside VWAP
  await toggle('BOLL').click();
  await expect.element(screen.getByText('Three on the price are the most. Switch one off.')).toBeVisible();
  await expect.element(toggle('BOLL')).toHaveAttribute('aria-checked', 'false');
  for (const name of ['RSI', 'MACD', 'ATR']) await toggle(name).click();
  await expect.element(screen.getByText('Two panes are the most. Switch one off.')).toBeVisible();
  await expect.element(toggle('ATR')).toHaveAttribute('aria-checked', 'false');
});

it('keeps numbers that fit, says why others do not, and forgets all of it on request', async () => {
  const { screen, toggle, change } = await showing();
  await change('MACD').click();
  const fast = screen.getByRole('textbox', { name: 'Fast' });
  await fast.fill('30');
  await expect.element(screen.getByText('The fast one needs fewer closes than the slow one.')).toBeVisible();
  expect(localStorage.getItem('indicators') ?? '').not.toContain('30,26,9');
  await fast.fill('10');
  expect(localStorage.getItem('indicators')).toContain('[10,26,9]');
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('10, 26, 9')).toBeVisible();
  await expect.element(change('MACD')).toHaveFocus();
  await toggle('VWAP').click();
  await expect.element(screen.getByText('Avg', { exact: true })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'As it was at first' }).click();
  await expect.element(toggle('VWAP')).toHaveAttribute('aria-checked', 'true');
  expect(localStorage.getItem('indicators')).not.toContain('10,26,9');
});

it('draws the lines of RSI where the reader wants them, and names it without them', async () => {
  const { screen, toggle, change } = await showing();
  await toggle('RSI').click();
  await change('RSI').click();
  await screen.getByRole('textbox', { name: 'Lower line' }).fill('20');
  expect(localStorage.getItem('indicators')).toContain('[14,20,70]');
  await screen.getByRole('textbox', { name: 'Upper line' }).fill('20');
  await expect.element(screen.getByText('51 to 99').first()).toBeVisible();
  expect(localStorage.getItem('indicators')).toContain('[14,20,70]');
  await expect.element(screen.getByText(/^RSI 14 100\.00$/)).toBeVisible();
});

it('explains each of them over itself, and is still there afterwards', async () => {
  const { screen } = await showing();
  await screen.getByRole('button', { name: 'RSI', exact: true }).click();
  await expect.element(screen.getByText(/^How much of the last moves went up/)).toBeVisible();
  await press('{Escape}');
  await expect.element(screen.getByText(/^How much of the last moves went up/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('switch', { name: 'RSI' })).toBeVisible();
});

it('leads to what was measured of this market', async () => {
  const { screen } = await showing();
  const link = screen.getByRole('link', { name: 'Measured in this market' });
  await expect.element(link).toHaveAttribute('href', '#/pages/index/customer/index?topic=real');
});

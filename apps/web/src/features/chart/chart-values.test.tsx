import { dispose, init, type Chart } from 'klinecharts';
import type { Interval } from '@khara/contract';
import { expect, it, onTestFinished } from 'vitest';
import { show } from '../../../test/show.tsx';
import { toBar } from './bars.ts';
import CandleTable from './candle-table.tsx';
import type { Candle } from './candles.ts';
import { addBackdrop } from './chart-backdrop.ts';
import { readChartTheme } from './chart-theme.ts';
import { chartWords } from './chart-words.ts';
import { drawIndicators } from './draw-indicators.ts';
import { definition, INDICATOR_IDS, usualSettings, type IndicatorId } from './indicators.ts';

const words = chartWords('en', 2, { previousClose: 'Close', marks: { buy: 'B', sell: 'S' } });
const OPENED = Date.parse('2026-11-25T09:15:00+05:30');
const STEP_MS = { '5m': 300_000, '1d': 86_400_000 } as const;

/** As many candles as a table has rows, which rise and fall by no simple rule. */
const candlesOf = (interval: keyof typeof STEP_MS): readonly Candle[] => {
  let seed = 7;
  let close = 100;
  return Array.from({ length: 60 }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const open = close;
    close = Math.round((close + ((seed % 401) - 200) / 100) * 100) / 100;
    const [high, low] = [Math.max(open, close) + (seed % 7) / 10, Math.min(open, close) - (seed % 5) / 10];
    return { t: OPENED + at * STEP_MS[interval], open, high, low, close, volume: 100 + (seed % 900) };
  });
};

/** Values that the chart's canvas draws of an indicator, line by line, oldest first. */
async function drawnValues(id: IndicatorId, interval: keyof typeof STEP_MS, candles: readonly Candle[]) {
  const element = document.createElement('div');
  element.style.cssText = 'width: 400px; height: 400px';
  document.body.append(element);
  const chart: Chart = init(element)!;
  onTestFinished(() => {
    dispose(element);
    element.remove();
  });
  const theme = readChartTheme(element);
  chart.setSymbol({ ticker: 'THEWA', pricePrecision: 2, volumePrecision: 0 });
  chart.setPeriod(interval === '5m' ? { type: 'minute', span: 5 } : { type: 'day', span: 1 });
  chart.setDataLoader({ getBars: ({ callback }) => callback(candles.map(toBar), false) });
  if (id === 'vwap') addBackdrop(chart, { theme, words, previousClose: 100, interval, traded: true, auctions: 'none' });
  else drawIndicators(chart, theme, [{ id, settings: usualSettings(id) }]);
  const result = () => chart.getIndicators({}).find(({ name }) => name.startsWith('khara_'))?.result ?? [];
  await expect.poll(() => result().length).toBe(candles.length);
  const keys = id === 'vwap' ? ['average'] : definition(id).lines;
  const values = result() as readonly Readonly<Record<string, number | undefined>>[];
  return keys.map((key) => values.map((one) => one[key]));
}

const NUMBER = /[^\d.−]/g;
const asShown = (value: number | undefined, id: IndicatorId): string =>
  value === undefined
    ? ''
    : (id === 'obv' ? String(value) : value.toFixed(2)).replace(/^-(?=0\.00$)/, '').replace('-', '−');

it.each([
  ...INDICATOR_IDS.map((id) => [id, '5m'] as const),
  ['vwap', '1d'] as const, // over days another average is drawn
  ['macd', '1d'] as const,
])('%s has the same values in the table as on the canvas, with candles of %s', async (id, interval) => {
  const candles = candlesOf(interval);
  const drawn = await drawnValues(id, interval, candles);
  const screen = await show(
    <CandleTable
      candles={candles}
      trades={[]}
      active={[{ id, settings: usualSettings(id) }]}
      code="THEWA"
      interval={interval satisfies Interval}
      traded
      words={words}
      decimals={2}
    />,
  );
  await expect.element(screen.getByRole('table')).toBeVisible();
  const rows = [...screen.getByRole('table').element().querySelectorAll('tr:has(td)')].toReversed();
  expect(rows).toHaveLength(candles.length);
  drawn.forEach((line, at) => {
    const cells = rows.map((row) => row.querySelectorAll('td')[5 + at]!.textContent.replace(NUMBER, ''));
    expect(cells.map((cell) => cell.replace(/^–$/, ''))).toEqual(line.map((value) => asShown(value, id)));
    expect(line.some((value) => value !== undefined)).toBe(true);
  });
});

import { dispose, init } from 'klinecharts';
import { expect, it, onTestFinished } from 'vitest';
import { toBar } from './bars.ts';
import { readChartTheme } from './chart-theme.ts';
import { drawIndicators } from './draw-indicators.ts';

const candles = Array.from({ length: 60 }, (_, at) => {
  const close = 100 + Math.sin(at);
  return { t: at * 60_000, open: close, high: close + 1, low: close - 1, close, volume: 10 };
});

it('says both ends of a band at its axis, wherever the values are', async () => {
  const element = document.createElement('div');
  Object.assign(element.style, { width: '400px', height: '480px' });
  document.body.append(element);
  onTestFinished(() => {
    dispose(element);
    element.remove();
  });
  const chart = init(element)!;
  chart.setSymbol({ ticker: 'THEWA', pricePrecision: 2, volumePrecision: 0 });
  chart.setPeriod({ type: 'minute', span: 1 });
  chart.setDataLoader({ getBars: ({ callback }) => callback(candles.map(toBar), false) });
  const theme = readChartTheme(element);
  drawIndicators(chart, theme, [
    { id: 'rsi', settings: [14, 30, 70] },
    { id: 'stoch', settings: [14, 3, 3] },
  ]);
  const labels = (paneId: string) =>
    chart
      .getYAxes({ paneId })
      .flatMap((axis) => axis.getTicks().map(({ text, coord }) => [text, axis.convertFromPixel(coord)]));
  await expect.poll(() => labels('pane_rsi').map(([text]) => text)).toEqual(['30', '70']);
  await expect.poll(() => labels('pane_stoch').map(([text]) => text)).toEqual(['20', '80']);
  for (const [text, value] of [...labels('pane_rsi'), ...labels('pane_stoch')])
    expect(value, 'at its own height').toBeCloseTo(Number(text), 0);
  drawIndicators(chart, theme, [{ id: 'rsi', settings: [14, 20, 75] }]);
  await expect
    .poll(() => labels('pane_rsi').map(([text]) => text), { message: 'lines that the reader chose' })
    .toEqual(['20', '75']);
});

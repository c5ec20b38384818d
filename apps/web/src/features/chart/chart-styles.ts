import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartTheme } from './chart-theme.ts';

/*
 * The library's looks in the product's colours and type.
 */

/** px of the price axis; longer prices widen it. */
const AXIS_WIDTH = 54;

/** Room that a price needs on the axis, by its number of characters. */
const axisWidth = (characters: number, textSize: number): number =>
  Math.max(AXIS_WIDTH, Math.ceil((characters + 1) * textSize * 0.56) + 12);

/** The tag of the last price in the colour of the day's direction. */
export function lastPriceStyle(theme: ChartTheme, direction: 'up' | 'down' | 'flat'): DeepPartial<Styles> {
  const [tag, text] =
    direction === 'up'
      ? [theme.upTag, theme.onUpTag]
      : direction === 'down'
        ? [theme.downTag, theme.onDownTag]
        : [theme.flatTag, theme.axisText];
  return {
    candle: { priceMark: { last: { upColor: tag, downColor: tag, noChangeColor: tag, text: { color: text } } } },
  };
}

/** Everything but that; `priceCharacters` are those of a price as it stands on the axis. */
export function chartStyles(theme: ChartTheme, priceCharacters: number): DeepPartial<Styles> {
  const text = { color: theme.axisText, size: theme.textSize, family: theme.font, weight: 400 };
  const dotted = { style: 'dashed', size: 1 } as const;
  const tag = { size: theme.textSize, family: theme.font, borderRadius: 5, paddingLeft: 5, paddingRight: 5 } as const;
  const crosshair = {
    line: { ...dotted, dashedValue: [3, 3], color: theme.crosshair },
    text: { ...tag, color: theme.onCrosshairTag, backgroundColor: theme.crosshairTag, borderColor: theme.crosshairTag },
  };
  const gridLine = { style: 'solid', size: 1, color: theme.grid } as const;
  const { up, down, flat } = theme;
  return {
    grid: { horizontal: gridLine, vertical: { ...gridLine, show: true } },
    candle: {
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: flat,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: flat,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: flat,
      },
      tooltip: { showRule: 'none' },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          line: { ...dotted, dashedValue: [1, 3] },
          text: { ...tag, paddingTop: 4, paddingBottom: 4, weight: 700 },
        },
      },
    },
    indicator: { tooltip: { showRule: 'none' }, lastValueMark: { show: false } },
    xAxis: { axisLine: { color: theme.grid }, tickLine: { show: false }, tickText: text },
    yAxis: {
      size: axisWidth(priceCharacters, theme.textSize),
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...text, marginStart: 7 },
    },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    separator: { color: theme.grid },
  };
}

/** The colours and the letters of the chart, read from the tokens of the theme that is on. */
export type ChartTheme = {
  readonly up: string;
  readonly down: string;
  readonly flat: string;
  /** Of letters, which need more contrast than a candle. */
  readonly upText: string;
  readonly downText: string;
  readonly gold: string;
  readonly auction: string;
  readonly ground: string;
  readonly grid: string;
  readonly axisText: string;
  readonly crosshair: string;
  readonly crosshairTag: string;
  readonly onCrosshairTag: string;
  readonly upTag: string;
  readonly onUpTag: string;
  readonly downTag: string;
  readonly onDownTag: string;
  readonly flatTag: string;
  /** Of indicators: green and red are the price's alone. */
  readonly lines: { readonly dark: string; readonly accent: string; readonly teal: string; readonly grey: string };
  readonly font: string;
  /** px of an axis label: `--t-11` at the reader's own text size. */
  readonly textSize: number;
};

export function readChartTheme(element: HTMLElement): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return {
    up: token('--up-line'),
    down: token('--down-line'),
    flat: token('--ink-3'),
    upText: token('--up'),
    downText: token('--down'),
    gold: token('--gold'),
    auction: token('--warn-line'),
    ground: token('--surface'),
    grid: token('--chart-grid'),
    axisText: token('--ink-3'),
    crosshair: token('--ink-2'),
    crosshairTag: token('--ink-2'),
    onCrosshairTag: token('--surface'),
    upTag: token('--up-fill'),
    onUpTag: token('--on-up'),
    downTag: token('--down-fill'),
    onDownTag: token('--on-down'),
    flatTag: token('--surface-3'),
    lines: { dark: token('--c-2'), accent: token('--accent'), teal: token('--c-4'), grey: token('--c-5') },
    font: style.fontFamily,
    textSize: Math.round((Number.parseFloat(token('--t-11')) || 0.6875) * root),
  };
}

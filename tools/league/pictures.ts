import { median, type Entry, type Result, seedsPlayed, summarize } from './summary.ts';

/* Numbers of a league's page as it writes them, and its pictures, as SVG. */

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** With its sign, a true minus. */
export const signed = (value: number, decimals = 2): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;

/** Per cent, in the colour of its direction. */
export const presentPercent = (value: number): string =>
  value === 0 ? `${signed(value)}%` : `<span class="${value < 0 ? 'down' : 'up'}">${signed(value)}%</span>`;

const [WIDTH, HEIGHT, RIGHT, BOTTOM] = [240, 150, 34, 16];

/** What stands where there is no result. */
export const NOTHING = '–';

/**
 * A panel for each program: a thin line for a seed that it played, its median and its twin's on the same seeds, all
 * on one scale.
 */
export function drawEquity(entries: readonly Entry[], of: Entry, days: number): string {
  const parts = entries.map(({ runs }) =>
    runs.map(({ equity }) => thin(equity.map((value) => (value / equity[0]!) * 100))),
  );
  const all = entries.flatMap((entry, at) => seedsPlayed(entry).flatMap((seed) => parts[at]![seed]!));
  const [low, high] = [Math.min(99.5, ...all), Math.max(100.5, ...all)];
  const y = (value: number): number => 4 + ((high - value) / (high - low)) * (HEIGHT - BOTTOM - 8);
  const path = (line: readonly number[]): string =>
    line
      .map(
        (value, at) => `${((at / Math.max(1, line.length - 1)) * (WIDTH - RIGHT)).toFixed(1)},${y(value).toFixed(1)}`,
      )
      .join(' ');
  const draw = (as: string, line: readonly number[]): string => `<polyline ${as} points="${path(line)}"/>`;
  const twin = parts[entries.indexOf(of)]!;
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50].find((one) => (high - low) / one <= 5) ?? 100;
  const marks = Array.from({ length: 12 }, (_, at) => (Math.ceil(low / step) + at) * step).filter(
    (mark) => mark <= high,
  );
  const decimals = step < 1 ? 1 : 0;
  const grid = marks
    .map(
      (mark) =>
        `<line class="grid" x1="0" x2="${WIDTH - RIGHT}" y1="${y(mark).toFixed(1)}" y2="${y(mark).toFixed(1)}"/><text x="${WIDTH - RIGHT + 4}" y="${(y(mark) + 3).toFixed(1)}">${mark.toFixed(decimals)}</text>`,
    )
    .join('');
  const lastDay = days === 1 ? '' : `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 3}" text-anchor="end">day ${days}</text>`;
  return entries
    .map((entry, at) => {
      const name = escapeText(entry.name);
      const seeds = seedsPlayed(entry);
      const { result } = summarize(entry);
      const few = seeds.length < entry.runs.length ? `, on ${seeds.length} of ${entry.runs.length} seeds` : '';
      const said = result
        ? `${name}: median ${signed(result.median)} %, lowest ${signed(result.lowest)} %${few}`
        : `${name}: ${NOTHING}, stopped on every seed`;
      const own = parts[at]!;
      const lines = seeds.map((seed) => draw(`data-line="${seed}"`, own[seed]!)).join('');
      const medianOf = (lineOf: readonly (readonly number[])[]) => medianLine(seeds.map((seed) => lineOf[seed]!));
      const medians = result
        ? `${entry === of ? '' : draw('class="twin"', medianOf(twin))}${draw('class="own"', medianOf(own))}`
        : '';
      return `<figure><figcaption><code>${name}</code> <b>${result ? presentPercent(result.median) : NOTHING}</b></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${said}">${grid}${lines}${medians}
<text x="0" y="${HEIGHT - 3}">day 1</text>${lastDay}</svg></figure>`;
    })
    .join('\n');
}

/** Points of a line, the last among them, are no more than this: a panel has no room. */
const MAX_POINTS = 100;
function thin(line: readonly number[]): readonly number[] {
  const every = Math.ceil(line.length / MAX_POINTS);
  return line.filter((_, at) => at % every === 0 || at === line.length - 1);
}

function medianLine(lines: readonly (readonly number[])[]): readonly number[] {
  const length = Math.min(...lines.map((line) => line.length));
  return Array.from({ length }, (_, at) => median(lines.map((line) => line[at]!)));
}

/** A bar of what was paid; what was earned is none. */
export function drawCosts({ spread, impact, charges }: Result['costs'], most: number): string {
  let x = 0;
  const bars = (
    [
      ['c1', spread],
      ['c2', impact],
      ['c3', charges],
    ] as const
  ).map(([name, bps]) => {
    const width = (Math.max(0, bps) / most) * 200;
    const bar = `<rect class="${name}" x="${x.toFixed(1)}" y="2" width="${Math.max(0, width - 1).toFixed(1)}" height="10" rx="2"/>`;
    x += width;
    return bar;
  });
  return `<svg class="bar" viewBox="0 0 200 14" aria-hidden="true">${bars.join('')}</svg>`;
}

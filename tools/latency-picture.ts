import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments, refuseArguments } from '../apps/server/bin/lib/command.ts';

/** What a run of `npm run test:cluster` notes of an upgrade (CLUSTER_RECORD). Times are ms since its beginning. */
export type UpgradeRecord = {
  readonly steps: readonly { readonly what: string; readonly from: number; readonly to: number }[];
  /** When a request was answered, and after how long. */
  readonly points: readonly (readonly [at: number, tookMs: number])[];
};

const WIDTH = 960;
const HEIGHT = 420;
const PLOT = { left: 64, right: WIDTH - 16, top: 92, bottom: HEIGHT - 48 };
const MIN_MS = 10;
const MAX_MS = 10_000;
const GOAL_MS = 500;
const TICKS_MS = [10, 100, 1_000, 10_000];
/** Answers of this time are one mark. */
const BUCKET_MS = 500;

const STYLE = `
  svg { font: 12px system-ui, sans-serif; }
  .ground { fill: #ffffff; } .text { fill: #1f2328; } .grid { stroke: #d0d7de; } .step { fill: #eef1f5; }
  .usual { stroke: #0b6bcb; fill: none; stroke-width: 2; } .worst { fill: #a04000; } .goal { stroke: #1f2328; stroke-dasharray: 6 4; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117; } .text { fill: #e6edf3; } .grid { stroke: #30363d; } .step { fill: #1c2430; }
    .usual { stroke: #6cb6ff; } .worst { fill: #f0a35e; } .goal { stroke: #e6edf3; }
  }`;

/** A drawing of how long answers took while servers were restarted, for light and dark pages. */
export function latencyPicture({ steps, points }: UpgradeRecord): string {
  const end = Math.max(1, ...points.map(([at]) => at), ...steps.map(({ to }) => to));
  const x = (at: number) => round(PLOT.left + ((PLOT.right - PLOT.left) * at) / end);
  const y = (ms: number) => {
    const share = Math.log10(Math.min(MAX_MS, Math.max(MIN_MS, ms)) / MIN_MS) / Math.log10(MAX_MS / MIN_MS);
    return round(PLOT.bottom - (PLOT.bottom - PLOT.top) * share);
  };
  const buckets = [...Map.groupBy(points, ([at]) => Math.floor(at / BUCKET_MS)).entries()]
    .sort(([one], [other]) => one - other)
    .map(([number, inIt]) => {
      const took = inIt.map(([, ms]) => ms).sort((a, b) => a - b);
      return { at: (number + 0.5) * BUCKET_MS, usual: took[Math.floor(took.length / 2)]!, worst: took.at(-1)! };
    });
  const bands = steps.map(({ what, from, to }, number) => {
    const isLate = from > end * 0.7;
    const row = PLOT.top - 10 - 16 * ((steps.length - 1 - number) % 3);
    return `<rect class="step" x="${x(from)}" y="${PLOT.top}" width="${round(x(to) - x(from))}" height="${PLOT.bottom - PLOT.top}"/>
  <text class="text" x="${isLate ? x(to) : x(from)}" y="${row}" text-anchor="${isLate ? 'end' : 'start'}">${escaped(what)}</text>`;
  });
  const grid = TICKS_MS.map(
    (ms) =>
      `<line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(ms)}" y2="${y(ms)}"/>
  <text class="text" x="${PLOT.left - 8}" y="${y(ms) + 4}" text-anchor="end">${inWords(ms)}</text>`,
  );
  const seconds = Array.from({ length: Math.floor(end / 10_000) + 1 }, (_, ten) => ten * 10);
  const times = seconds.map(
    (s) => `<text class="text" x="${x(s * 1_000)}" y="${PLOT.bottom + 18}" text-anchor="middle">${s} s</text>`,
  );
  const line = buckets.map(({ at, usual }) => `${x(at)},${y(usual)}`).join(' ');
  const dots = buckets.map(({ at, worst }) => `<circle class="worst" cx="${x(at)}" cy="${y(worst)}" r="2"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
  <title id="title">How long money requests took while all servers were restarted, one after the other</title>
  <style>${STYLE}</style>
  <rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>
  <text class="text" x="${PLOT.left}" y="18">Money requests during an upgrade: half of them within the line, all within the dots. Dashed: ${GOAL_MS} ms.</text>
  ${bands.join('\n  ')}
  ${grid.join('\n  ')}
  ${times.join('\n  ')}
  <line class="goal" x1="${PLOT.left}" x2="${PLOT.right}" y1="${y(GOAL_MS)}" y2="${y(GOAL_MS)}"/>
  <polyline class="usual" points="${line}"/>
  ${dots.join('\n  ')}
</svg>
`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const inWords = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

if (import.meta.main) {
  const usage = 'npm run latency-picture -- --record FILE';
  const { record, to } = readArguments({
    usage,
    does: 'Draws docs/rolling-restart.svg from what a run of test:cluster with CLUSTER_RECORD=FILE has noted.',
    options: {
      record: { type: 'string' },
      to: { type: 'string', default: path.join(import.meta.dirname, '../docs/rolling-restart.svg') },
    },
  }).values;
  if (record === undefined) refuseArguments(usage, 'FILE is missing');
  await writeFile(to, latencyPicture(JSON.parse(await readFile(record, 'utf8')) as UpgradeRecord));
}

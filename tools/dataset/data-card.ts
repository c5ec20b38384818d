import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BENCH } from '@khara/bench';
import { ROOT } from '../project.ts';

/** What a data set is made from, and nothing else: it is the same wherever it is made. */
export type DatasetOptions = {
  readonly seed: string;
  readonly days: number;
  /** Companies, from the first of the universe on. */
  readonly shares: number;
  readonly levels: number;
  readonly start: string;
  readonly daySeconds: number;
};

/** The README of a data set: what it is, its columns, what is measured, and what it cannot be used for. */
export function dataCard(options: DatasetOptions, facts: readonly (readonly [string, string])[]): string {
  const { seed, days, shares, levels, start, daySeconds } = options;
  return `# Orders of a simulated market

Made by Khara (\`${BENCH}\`), from seed \`${seed}\`: ${days} market day(s) of ${shares} companies from ${start} on, with
${daySeconds * 4} steps a day. The companies are invented, and those who trade are programs. Nothing in it happened.

Licence: [CC-BY-4.0](https://creativecommons.org/licenses/by/4.0/), attribution "Khara, simulated market".

## Files

Each table is there as CSV and as Parquet. \`CODE_DATE_…\` is of one share and market day.

| file | a row is |
|---|---|
| \`CODE_DATE_message_${levels}\` | one change of one order, in LOBSTER's columns and without a head: time in seconds after midnight in India, type, order id, size, price × 10,000 in rupees, direction (1 buy, -1 sell, of the order that rests), and as a seventh column of ours the phase |
| \`CODE_DATE_orderbook_${levels}\` | the book after the message of the same row: ask price, ask size, bid price, bid size, ${levels} times. 9999999999 and -9999999999 stand where there is no price |
| \`CODE_DATE_truth\` | who is behind the order of the same row, and who came to it: \`near_maker\`, \`far_maker\`, \`patient\`, \`taker\`, \`auction\` |
| \`DATE_values\` | what participants believe each share to be worth after a step, in thousandths of a paisa: no exchange publishes it |
| \`DATE_news\` | what they heard: share, kind, and size in basis points of its value |

Types are 1 an order comes to rest, 3 it is taken out, 4 it is executed, 6 it is executed in an auction, where
both orders of a trade have a row. 2 and 5 do not occur: participants change no order, and hide nothing. A file begins
with the orders that stand as the day begins. All of a step have one time, and their order is that of the rows.

## Of this data set

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}

## What the market looks like, and where it differs from NSE's

Of all shares over 20 days, from docs/market.md of the project.

${readMeasured()}

## Not for

Forecasts of real prices, and anything that must hold on a real exchange: participants follow simple rules and do not
learn. A league on sealed seeds never uses the seed of a data set.

## Made again

\`npm run dataset -- --check DIRECTORY\` plays the same days and compares each file's SHA-256 with \`manifest.json\`.
`;
}

/** The table of docs/market.md, with what is known of real markets. */
function readMeasured(): string {
  const [, after] = readFileSync(path.join(ROOT, 'docs/market.md'), 'utf8').split('## Measured\n');
  const lines = after!.split('\n');
  const from = lines.findIndex((line) => line.startsWith('|'));
  const rows = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  return lines.slice(from, from + rows).join('\n');
}

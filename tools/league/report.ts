import { hash } from 'node:crypto';
import { drawCosts, drawEquity } from './pictures.ts';
import { STYLE } from './report-style.ts';
import type { Fill } from './run-program.ts';
import { countAbove, median, toPercent, summarize, type Entry, type Summary } from './summary.ts';

export type League = {
  readonly version: string;
  readonly days: number;
  readonly shares: number;
  /** Paise. */
  readonly cash: number;
  /** The text of the sealed file, and the seeds in it. */
  readonly sealed: string;
  readonly seeds: readonly string[];
  readonly twin: Entry;
  readonly programs: readonly (Entry & { readonly hash: string })[];
  readonly runHash: string;
  /** Whether it came out as another run did; undefined where none was named. */
  readonly isAsBefore: boolean | undefined;
  readonly command: string;
};

/** Fills that the page shows of one run. */
const SHOWN_FILLS = 6;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const signed = (value: number, decimals = 2): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(decimals)}`;
const percent = (value: number): string => `<span class="${value < 0 ? 'down' : 'up'}">${signed(value)}%</span>`;
const whole = (value: number): string => Math.round(value).toLocaleString('en-IN');
const table = (caption: string, heads: readonly string[], rows: readonly string[], more = ''): string =>
  `<div class="scroll" role="region" tabindex="0" aria-label="${escape(caption)}"><table ${more}><caption>${escape(caption)}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
const cells = (name: string, values: readonly string[]): string =>
  `<tr><th scope="row">${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;

/** The page of a league: one file without requests, whose script computes the seal and switches the seed. */
export function reportLeague(league: League): string {
  const { programs, twin, seeds, days, shares, cash, version, isAsBefore } = league;
  const entries = [twin, ...programs];
  const rupees = `₹${(cash / 100).toLocaleString('en-IN')}`;
  const title = `League: ${programs.length} programs, ${seeds.length} sealed seeds, ${days} market days`;
  const again =
    isAsBefore === undefined ? '' : isAsBefore ? '<li class="good">played before, byte for byte the same</li>' : '';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body>
<p class="practice"><b>Practice market</b> – simulated prices, paper money. Programs only, no people, no prizes.</p>
<main>
${isAsBefore === false ? '<p class="wrong" role="alert">Not reproduced: this run differs from the one that was named.</p>' : ''}
<header><h1>${title}</h1>
<p>Every program met the same markets. None could know them: their seeds were sealed before the run and are printed below. All figures are after charges.</p>
<ul class="tags"><li>${rupees} each</li><li>${shares} shares</li><li>a step of 7.25 s</li><li>${escape(version)}</li>${again}</ul></header>
${presentResults(league)}
<section><h2>Equity, seed by seed</h2>
<p>Each thin line is one seed, 100 is the money put in. The chosen seed is drawn dark.</p>
<div class="panels">${drawEquity(entries, days)}</div>
<p class="legend"><i class="own"></i> median of the program <i class="twin"></i> median of buying and holding <i></i> one seed</p></section>
${presentCosts(entries)}
${presentSeeds(entries, seeds)}
${presentFills(entries, seeds)}
${presentRepeat(league)}
<section><h2>What it does not say</h2><ul>
<li>Simulated participants answer through the book only. Those of a real exchange do more than that.</li>
<li>${seeds.length} seeds are few: another ${seeds.length} would have another median.</li>
<li>A program that was tuned on these seeds after they were opened proves nothing. Seal new ones.</li>
<li>A profit here is no forecast of anything that trades.</li></ul></section>
</main><script type="application/json" id="sealed">${league.sealed.trim().replaceAll('<', '\\u003c')}</script>
<script>${SCRIPT}</script></body></html>
`;
}

const presentWait = ({ waitedBehind }: Summary): string =>
  waitedBehind === undefined ? 'took, did not wait' : `${whole(waitedBehind)} shares`;

function presentResults({ twin, programs }: League): string {
  const rows = [twin, ...programs].map((entry) => {
    const of = summarize(entry);
    const stopped = of.stopped
      ? `<small class="down">${of.stopped.count} of ${entry.runs.length} seeds: ${escape(of.stopped.why)}</small>`
      : '';
    const isLost = of.stopped?.count === entry.runs.length && of.fills === 0;
    const values = isLost
      ? Array.from({ length: 7 }, () => '–')
      : [
          percent(of.median),
          `${signed(of.lowest)}% to ${signed(of.highest)}%`,
          percent(of.worstDay),
          entry === twin ? '–' : `${countAbove(entry, twin)} of ${entry.runs.length}`,
          whole(of.orders),
          whole(of.fills),
          presentWait(of),
        ];
    const about = entry === twin ? '<small>the twin: buys at the first open, keeps</small>' : stopped;
    return cells(`<code>${escape(entry.name)}</code>${about}`, values);
  });
  const heads = [
    'Program, by file name',
    'Median after charges',
    'Lowest to highest seed',
    'Worst day',
    'Seeds above its twin',
    'Orders',
    'Fills',
    'Waited behind, median',
  ];
  return `<section><h2>What came of it</h2><p>In order of file name, not of result.</p>${table('What came of it', heads, rows)}</section>`;
}

function presentCosts(entries: readonly Entry[]): string {
  const all = entries.map((entry) => ({ name: entry.name, costs: summarize(entry).costs }));
  const most = Math.max(
    1,
    ...all.map(({ costs }) =>
      [costs.spread, costs.impact, costs.charges].reduce((sum, part) => sum + Math.max(0, part), 0),
    ),
  );
  const rows = all.map(({ name, costs }) => {
    const { spread, impact, charges } = costs;
    const numbers = [spread, impact, charges, spread + impact + charges].map((bps) => bps.toFixed(1).replace('-', '−'));
    return cells(`<code>${escape(name)}</code>`, [drawCosts(costs, most), ...numbers]);
  });
  const heads = ['Program', 'Spread, own impact, charges', 'Spread', 'Impact', 'Charges', 'Sum'];
  return `<section><h2>Where the money went</h2>${table('Where the money went, in basis points', heads, rows)}
<p>Basis points of the money put in, median of the seeds. Spread is half of it for each order that took; impact is how far an order went beyond the best price. What a waiting order earns of the spread is in its result.</p></section>`;
}

function presentSeeds(entries: readonly Entry[], seeds: readonly string[]): string {
  const rows = seeds.map((_, seed) =>
    cells(
      String(seed + 1),
      entries.map(({ runs }) => percent(toPercent(runs[seed]!))),
    ),
  );
  rows.push(
    cells(
      'Median',
      entries.map(({ runs }) => percent(median(runs.map(toPercent)))),
    ),
  );
  const heads = ['Seed', ...entries.map(({ name }) => `<code>${escape(name)}</code>`)];
  return `<section><h2>Every seed</h2>${table('Result of every seed after charges', heads, rows)}</section>`;
}

const presentFill = ({ day, time, text, price, ahead, how }: Fill): string =>
  cells(`${day + 1}, ${time}`, [text, (price / 100).toFixed(2), ahead === undefined ? '–' : whole(ahead), how]);

function presentFills(entries: readonly Entry[], seeds: readonly string[]): string {
  const heads = ['Day, market time', 'Fill', 'Price', 'Ahead on arrival', 'How'];
  const buttons = seeds.map((_, seed) => `<button type="button" data-seed="${seed}">${seed + 1}</button>`).join('');
  const tables = entries
    .filter(({ runs }) => runs.some(({ fills }) => fills.length > 0))
    .map(({ name, runs }) => {
      const ofSeeds = runs.map(({ fills }, seed) =>
        fills.length === 0
          ? `<p data-of="${seed}">${escape(name)}, seed ${seed + 1}: no fill.</p>`
          : `<div data-of="${seed}">${table(`${name}, seed ${seed + 1}: first of ${fills.length} fills`, heads, fills.slice(0, SHOWN_FILLS).map(presentFill))}</div>`,
      );
      return ofSeeds.join('\n');
    });
  return `<section><h2>First fills</h2><p class="seeds" id="seeds" hidden>Seed ${buttons}</p>${tables.join('\n')}
<p>“Ahead on arrival” is the number of shares in the queue before the order, when it was first seen there.</p></section>`;
}

function presentRepeat({ command, version, runHash, sealed, seeds, programs }: League): string {
  const rows = [
    cells('Hash of all runs', [`<code>${runHash}</code>`]),
    cells('Sealed seeds', [`<code>${hash('sha256', sealed)}</code>`]),
    ...programs.map(({ name, hash: of }) => cells(`<code>${escape(name)}</code>`, [`<code>${of}</code>`])),
    ...seeds.map((seed, at) => cells(`Seed ${at + 1}`, [`<code>${escape(seed)}</code>`])),
  ];
  return `<section><h2>Play it again</h2><p>The same seeds and the same files give the same bytes, on any machine with ${escape(version)}.</p>
<pre>${escape(command)}</pre>${table('Hashes and seeds', ['What', 'SHA-256, or seed'], rows)}
<p class="seal" id="seal" data-hash="${hash('sha256', sealed)}">Seal of the seeds: not computed.</p></section>`;
}

const SCRIPT = `
const seal = document.getElementById('seal');
const text = document.getElementById('sealed').textContent + '\\n';
if (globalThis.crypto?.subtle) crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const isRight = hex === seal.dataset.hash;
  seal.textContent = isRight ? 'The opened seeds have the sealed hash. Computed by this page.' : 'The opened seeds do not have the sealed hash.';
  seal.classList.add(isRight ? 'right' : 'wrong');
});
const choose = (seed) => {
  for (const part of document.querySelectorAll('[data-of]')) part.hidden = part.dataset.of !== seed;
  for (const button of document.querySelectorAll('[data-seed]')) button.setAttribute('aria-pressed', String(button.dataset.seed === seed));
  for (const line of document.querySelectorAll('[data-line]')) line.classList.toggle('chosen', line.dataset.line === seed);
};
document.getElementById('seeds').hidden = false;
document.getElementById('seeds').addEventListener('click', ({ target }) => target.dataset.seed && choose(target.dataset.seed));
choose('0');
`;

import { hash } from 'node:crypto';
import { drawCosts, drawEquity, escapeText, NOTHING, presentPercent, signed } from './pictures.ts';
import { STYLE } from './report-style.ts';
import { type Fill, fromMiddle } from './run.ts';
import { dateInIndia, type Sealed } from './sealed.ts';
import { countAbove, isBetter, medianError, toPercent, summarize, type Entry, type Summary } from './summary.ts';

/** How a run stands beside an earlier one. */
export type Comparison = { readonly isSame: true } | { readonly isSame: false; readonly differs: string };

export type League = {
  readonly version: string;
  readonly days: number;
  readonly shares: number;
  /** Paise. */
  readonly cash: number;
  readonly sealed: Sealed;
  /** The text of the sealed file, of which the hash was published. */
  readonly sealedText: string;
  readonly twin: Entry;
  readonly programs: readonly (Entry & { readonly hash?: string })[];
  readonly runHash: string;
  /** Undefined where no earlier run was named. */
  readonly comparison: Comparison | undefined;
  readonly command: string;
  /** The tag of the code that played, or its commit. */
  readonly commit: string;
  /** Ms since 1970 at which the page is written. */
  readonly now: number;
};

/** The hash of all runs, in a page. */
export const RUN_HASH = /Hash of all runs<\/th><td><code>([0-9a-f]{64})/;

const INDIA = { timeZone: 'Asia/Kolkata' } as const;
/** "28 Nov 2026" */
const sayDate = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
const sayInstant = (ms: number): string =>
  `${sayDate(dateInIndia(ms))}, ${new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', ...INDIA }).format(ms)} IST`;

/** Fills that the page shows of one run. */
const SHOWN_FILLS = 6;

/** "1 share", "10 shares" */
const count = (of: number, one: string): string => `${of} ${one}${of === 1 ? '' : 's'}`;
const whole = (value: number): string => Math.round(value).toLocaleString('en-IN');
/** `heading` names the table where nothing stands over it. */
const table = (
  { caption, heading = false }: { readonly caption: string; readonly heading?: boolean },
  heads: readonly string[],
  rows: readonly string[],
): string =>
  `<div class="scroll" role="region" tabindex="0" aria-label="${escapeText(caption)}"><table><caption${heading ? '' : ' class="unseen"'}>${escapeText(caption)}</caption>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
const cells = (name: string, values: readonly string[]): string =>
  `<tr><th scope="row">${name}</th>${values.map((value) => `<td>${value}</td>`).join('')}</tr>`;

/** Whether the seeds may be seen on the day on which the page is written. */
const isOpened = ({ sealed: { opens }, now }: League): boolean => opens === undefined || dateInIndia(now) >= opens;

/** The page of a league: one file without requests, whose script computes the seal and switches the seed. */
export function reportLeague(league: League): string {
  const { programs, twin, sealed, days, shares, cash, version, comparison, now } = league;
  const entries = [twin, ...programs].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const { length: seeds } = sealed.seeds;
  const rupees = `₹${(cash / 100).toLocaleString('en-IN')}`;
  const title = `League: ${count(programs.length, 'program')}, ${count(seeds, 'sealed seed')}, ${count(days, 'market day')}`;
  const again = comparison?.isSame ? '<li class="good">twice played, byte for byte the same</li>' : '';
  const seen = isOpened(league) ? 'are printed below' : `are opened on ${sayDate(sealed.opens!)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body>
<p class="practice"><span><b>Practice market</b> – simulated prices, paper money. Programs only, no people, no prizes.</span> <time datetime="${new Date(now).toISOString()}">run ${sayInstant(now)}</time></p>
<main>
${comparison?.isSame === false ? `<p class="wrong" role="alert">Not reproduced. ${escapeText(comparison.differs)}</p>` : ''}
<header><h1>${title}</h1>
<p>Every program met the same markets. None was told them: their seeds were sealed before the run and ${seen}. All figures are after charges.</p>
<ul class="tags"><li>${rupees} each</li><li>${count(shares, 'share')}</li><li>a step of 7.25 s</li><li>${escapeText(version)}</li>${again}</ul></header>
${presentResults(league, entries)}
<section><h2>Equity, seed by seed</h2>
<p>Each thin line is one seed, 100 is the money put in. The chosen seed is drawn strong.</p>
<div class="panels">${drawEquity(entries, twin, days)}</div>
<p class="legend"><span><i class="own"></i>median of the program</span> <span><i class="twin"></i>median of its buy-and-hold twin</span> <span><i></i>one seed</span> <a href="equity.csv">equity.csv</a></p></section>
${presentCosts(entries)}
${seeds === 1 ? '' : presentSeeds(entries, seeds)}
${presentFills(entries, seeds)}
${presentRepeat(league)}
<section><h2>What it does not say</h2><ul>
<li>Simulated participants answer through the book only. Those of a real exchange do more than that.</li>
<li>${sayFew(entries, seeds)}</li>
<li>A program that was tuned on these seeds after they were opened proves nothing. Seal new ones.</li>
<li>A profit here is no forecast of anything that trades.</li></ul></section>
</main>${isOpened(league) ? `<script type="application/json" id="sealed">${league.sealedText.trim().replaceAll('<', '\\u003c')}</script>` : ''}
<script>${SCRIPT}</script></body></html>
`;
}

function sayFew(entries: readonly Entry[], seeds: number): string {
  if (seeds === 1) return 'One seed is one draw: another may end elsewhere.';
  const points = Math.max(...entries.map(medianError)).toFixed(2);
  return `${seeds} seeds are few: a median here is known to about ±${points} points.`;
}

function presentWait({ waitedBehind, fills }: Summary): string {
  if (fills === 0) return NOTHING;
  return waitedBehind === undefined ? 'took, did not wait' : `${whole(waitedBehind)} shares`;
}

function presentResults({ twin, programs, sealed }: League, entries: readonly Entry[]): string {
  const isSingle = sealed.seeds.length === 1;
  const rows = entries.map((entry) => {
    const of = summarize(entry);
    const stopped = of.stopped
      ? `<small class="down">${of.stopped.count} of ${entry.runs.length} seeds: ${escapeText(of.stopped.why)}</small>`
      : '';
    const { result, played } = of;
    const few = played < entry.runs.length ? ' played' : '';
    const above = result && entry !== twin ? `${countAbove(entry, twin)} of ${played}${few}` : NOTHING;
    const values = [
      ...(result
        ? [
            presentPercent(result.median),
            `${signed(result.lowest)}% to ${signed(result.highest)}%`,
            presentPercent(result.worstDay),
          ]
        : [NOTHING, NOTHING, NOTHING]),
      ...(isSingle ? [] : [above]),
      whole(of.orders),
      whole(of.fills),
      presentWait(of),
    ];
    const what = entry === twin ? 'the twin: buys at the first open, keeps' : (entry.about ?? '');
    const about = what === '' ? '' : `<small>${escapeText(what)}</small>`;
    return cells(`<code>${escapeText(entry.name)}</code>${about}${stopped}`, values);
  });
  const heads = [
    'Program, by file name',
    'Median after charges',
    'Lowest to highest seed',
    'Worst day',
    ...(isSingle ? [] : ['Seeds above its twin']),
    'Orders',
    'Fills',
    'Waited behind, median',
  ];
  return `<section><h2>What came of it</h2><p>${sayBetter(programs, twin)} In order of file name, not of result.</p>${table({ caption: 'What came of it' }, heads, rows)}</section>`;
}

function sayBetter(programs: readonly Entry[], twin: Entry): string {
  const compared = programs.flatMap((entry) => isBetter(entry, twin) ?? []);
  const { length: better } = compared.filter(Boolean);
  const said = better === 0 ? 'none' : `${better} of ${compared.length}`;
  const isWhole = programs.every((entry) => summarize(entry).stopped === undefined);
  const what = 'did better than buying and keeping';
  return isWhole
    ? `In the median ${said} ${what}.`
    : `In the median of seeds played ${said} ${what}. A run that was stopped counts in no result: ${count(programs.length - compared.length, 'program')} played no seed to the end.`;
}

function presentCosts(entries: readonly Entry[]): string {
  const all = entries.map((entry) => ({ name: entry.name, costs: summarize(entry).result?.costs }));
  const most = Math.max(
    1,
    ...all.flatMap(({ costs }) =>
      costs ? [costs.spread, costs.impact, costs.charges].reduce((sum, part) => sum + Math.max(0, part), 0) : [],
    ),
  );
  const rows = all.map(({ name, costs }) => {
    const head = `<code>${escapeText(name)}</code>`;
    if (!costs) return cells(head, ['', NOTHING, NOTHING, NOTHING, NOTHING]);
    const { spread, impact, charges } = costs;
    const numbers = [spread, impact, charges, spread + impact + charges].map((bps) => bps.toFixed(1).replace('-', '−'));
    return cells(head, [drawCosts(costs, most), ...numbers]);
  });
  const keys = ['spread', 'own impact', 'charges'].map((part, at) => `<i class="k${at + 1}"></i>${part}`).join(' ');
  const heads = ['Program', `<span class="keys">${keys}</span>`, 'Spread', 'Impact', 'Charges', 'Sum'];
  return `<section><h2>Where the money went</h2>${table({ caption: 'Where the money went, in basis points' }, heads, rows)}
<p>Basis points of the money put in, median of the seeds. A minus is earned: an order that waits is paid its part of the spread. Impact is what prices were beyond that beside the same seed, played again without the program's orders. After an order other participants come in another turn, so a part of it is chance.</p></section>`;
}

function presentSeeds(entries: readonly Entry[], seeds: number): string {
  const rows = Array.from({ length: seeds }, (_, seed) =>
    cells(
      String(seed + 1),
      entries.map(({ runs }) => (runs[seed]!.stopped === undefined ? presentPercent(toPercent(runs[seed]!)) : NOTHING)),
    ),
  );
  rows.push(
    cells(
      'Median',
      entries.map((entry) => {
        const { result } = summarize(entry);
        return result ? presentPercent(result.median) : NOTHING;
      }),
    ),
  );
  const heads = ['Seed', ...entries.map(({ name }) => `<code>${escapeText(name)}</code>`)];
  return `<section><h2>Every seed</h2>${table({ caption: 'Result of every seed after charges' }, heads, rows)}</section>`;
}

function presentFill(fill: Fill): string {
  const { day, time, side, quantity, code, price, ahead } = fill;
  const away = fromMiddle(fill);
  const mark =
    side === 'buy'
      ? '<i class="side b" aria-hidden="true">B</i>Bought'
      : '<i class="side s" aria-hidden="true">S</i>Sold';
  return cells(`${day + 1}, ${time}`, [
    `${mark} ${quantity} ${escapeText(code)}`,
    (price / 100).toFixed(2),
    ahead === undefined ? NOTHING : whole(ahead),
    sayHow(fill),
    away === undefined ? NOTHING : signed(away / 100, away % 1 === 0 ? 2 : 3),
  ]);
}

const AUCTIONS = {
  opening_auction: 'opening auction',
  closing_auction: 'closing auction',
  post_close: 'after the close',
} as const;

function sayHow({ how, side, restedSeconds }: Fill): string {
  if (how === 'took') return side === 'buy' ? 'took the ask' : 'took the bid';
  if (how !== 'rested') return AUCTIONS[how];
  if (restedSeconds === undefined) return 'rested';
  const [minutes, seconds] = [Math.floor(restedSeconds / 60), restedSeconds % 60];
  return `rested ${minutes > 0 ? `${minutes} min ` : ''}${seconds} s`;
}

function presentFills(entries: readonly Entry[], seeds: number): string {
  const heads = ['Day, market time', 'Fill', 'Price', 'Ahead on arrival', 'How', 'From the middle, a share'];
  const buttons = Array.from(
    { length: seeds },
    (_, seed) => `<button type="button" data-seed="${seed}">${seed + 1}</button>`,
  ).join('');
  const tables = entries
    .filter(({ runs }) => runs.some(({ fills }) => fills.length > 0))
    .map(({ name, runs }) => {
      const ofSeeds = runs.map(({ fills }, seed) => {
        const of = `${name}, seed ${seed + 1}`;
        const shown =
          fills.length === 0
            ? `<p>${escapeText(of)}: no fill.</p>`
            : table(
                { caption: `${of}: first of ${fills.length} fills`, heading: true },
                heads,
                fills.slice(0, SHOWN_FILLS).map(presentFill),
              );
        return `<div data-of="${seed}">${shown}</div>`;
      });
      return ofSeeds.join('\n');
    });
  const all = entries.reduce((sum, { runs }) => sum + runs.reduce((of, { fills }) => of + fills.length, 0), 0);
  const choice = seeds === 1 ? '' : `<p class="seeds" id="seeds" hidden>Seed ${buttons}</p>`;
  return `<section><h2>First fills</h2>${choice}${tables.join('\n')}
<p class="legend">“Ahead on arrival” is the number of shares in the queue before the order. A minus from the middle is in the program's favour. <a href="fills.csv">all ${whole(all)}, fills.csv</a></p></section>`;
}

function presentRepeat(league: League): string {
  const { command, commit, version, runHash, sealedText, sealed, programs } = league;
  const seal = hash('sha256', sealedText);
  const opened =
    sealed.opens === undefined ? '' : `, ${isOpened(league) ? 'opened' : 'opens'} ${sayDate(sealed.opens)}`;
  const rows = [
    cells('Hash of all runs', [`<code>${runHash}</code>`]),
    cells(`Seeds, sealed ${sayDate(sealed.sealed)}${opened}`, [`<code>${seal}</code>`]),
    ...programs.map(({ name, hash: of = '' }) => cells(`<code>${escapeText(name)}</code>`, [`<code>${of}</code>`])),
    ...(isOpened(league) ? sealed.seeds : []).map((seed, at) =>
      cells(`Seed ${at + 1}`, [`<code>${escapeText(seed)}</code>`]),
    ),
  ];
  const said = isOpened(league)
    ? `<p class="seal" id="seal" data-hash="${seal}">Seal of the seeds: not computed.</p>`
    : `<p class="seal">The seeds are sealed: this page has their hash only. Opens ${sayDate(sealed.opens!)}.</p>`;
  return `<section><h2>Play it again</h2><p>The same seeds and the same files give the same bytes, on any machine with ${escapeText(version)}.</p>
<pre>git checkout ${escapeText(commit)} &amp;&amp; npm ci
${escapeText(command)}</pre>${table({ caption: 'Hashes and seeds' }, ['What', 'SHA-256, or seed'], rows)}
${said}</section>`;
}

const SCRIPT = `
const seal = document.getElementById('seal');
const text = seal && document.getElementById('sealed').textContent + '\\n';
if (seal && globalThis.crypto?.subtle) crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
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
const seeds = document.getElementById('seeds');
if (seeds) {
  seeds.hidden = false;
  seeds.addEventListener('click', ({ target }) => target.dataset.seed && choose(target.dataset.seed));
}
choose('0');
`;

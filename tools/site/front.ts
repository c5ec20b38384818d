import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, ROOT } from '../project.ts';
import { escaped, page } from './page.ts';

/**
 * Pictures of the Lab as it opens, until it stands there itself; the first that fits is shown.
 * `npm run screenshots` takes them.
 */
export const PICTURES = [
  { name: 'lab-narrow-darkblue', media: '(max-width: 720px) and (prefers-color-scheme: dark)' },
  { name: 'lab-narrow-white', media: '(max-width: 720px)' },
  { name: 'lab-wide-darkblue', media: '(prefers-color-scheme: dark)' },
  { name: 'lab-wide-white', media: 'all' },
] as const;

/** What the Lab of the front page opens with: a day, a share, a moment and an order that was never placed. */
export type Shown = {
  readonly date: string;
  readonly code: string;
  readonly step: number;
  readonly time: string;
  readonly quantity: number;
};

/** The moment of the order: the day stands there alone (`at`), or plays by itself to it in the front page. */
const labAddress = ({ date, code, step, time, quantity }: Shown, moment: 'at' | 'view=front&until'): string =>
  `lab/index.html#/pages/lab/day?date=${date}&code=${code}&${moment}=${time}&orders=a.b.${quantity}.m.-.d.${step}`;

/** Facts of docs/market.md by the beginning of their row: what is shown stands there once. */
const FACTS = [
  ['spread, large', 'Spread of large shares', 'as known of real markets'],
  ['momentum, 5 min', 'Momentum, 5 min, a trade', 'loses, as SEBI found'],
  ['orders placed and taken out', 'Orders taken out, for each trade', 'as known'],
  ['mean trade of all', 'Mean trade of all shares', undefined],
] as const;

function readFacts(): string {
  const rows = readFileSync(join(ROOT, 'docs/market.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return FACTS.map(([start, name, meaning]) => {
    const cells = rows.find(([, fact = '']) => fact.startsWith(start));
    if (!cells) throw new Error(`docs/market.md has no row "${start}"`);
    const verdict = cells.at(-2);
    if ((verdict === 'yes') !== (meaning !== undefined))
      throw new Error(`docs/market.md says ${verdict} of "${start}"`);
    // Rows end with what was measured, what is known of real markets, and the verdict.
    const measured = cells.at(-4) ?? '';
    return `<tr><th scope="row">${name}</th><td><b>${escaped(measured)}</b></td><td>${meaning ?? '<span class="differs">differs</span>'}</td></tr>`;
  }).join('');
}

/** The Lab is written in the language of 2022: a browser that cannot read it gets the film in its place. */
const MARK_OLD = `try{Function("class A{#a;static{}}")}catch(e){document.documentElement.className="old"}`;

const DOORS = [
  [
    'Practise',
    'index.html#run',
    'Buy and sell made-up companies with paper money, under NSE’s rules.',
    'On your own machine, in a minute',
    '<circle cx="12" cy="8.3" r="3.8"/><path d="M4.8 19.8c.6-3.5 3.5-5.5 7.2-5.5s6.6 2 7.2 5.5"/>',
  ],
  [
    'Programs',
    'manual/docs/programs.html',
    'A client of the Kite Connect API runs unchanged, against a true book.',
    'A key, two addresses and the examples',
    '<path d="m8.4 7.4-4.6 4.6 4.6 4.6M15.6 7.4l4.6 4.6-4.6 4.6M13.4 5.4l-2.8 13.2"/>',
  ],
  [
    'Teach',
    'manual/docs/teaching.html',
    'A class with phones of its own, on a server in the room.',
    'The lessons, minute by minute',
    '<path d="M2.8 9.6 12 5.2l9.2 4.4L12 14z"/><path d="M6.6 11.6v4.6c1.6 1.5 3.4 2.2 5.4 2.2s3.8-.7 5.4-2.2v-4.6M21 9.8v5.4"/>',
  ],
] as const;

/** The front page: design `front`, with the product's own Lab in it. */
export function frontPage(shown: Shown): string {
  const doors = DOORS.map(
    ([name, to, text, time, sign]) =>
      `<a class="door" href="${to}"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${sign}</svg><h2>${name}</h2><p>${text}</p><span class="go">${time}</span></a>`,
  ).join('');
  const lab = escaped(labAddress(shown, 'at'));
  const framed = escaped(labAddress(shown, 'view=front&until'));
  const shares = shown.quantity.toLocaleString('en-IN');
  const main = `<main class="front" id="main">
<div class="top">
<div class="say">
<h1>A practice stock market for India that you can check.</h1>
<p>Scam apps set prices, pick winners and trap withdrawals. Here none of that can happen unseen. Play with a closed day: it is the market itself, not a film of it.</p>
<div class="ways"><a class="button first" href="#run">Run it yourself</a><a class="button" href="manual/check-us.html">How it is checked</a></div>
<p class="small">Free and open, AGPL-3.0. English, हिन्दी, 繁體中文, 简体中文.</p>
</div>
<section class="lab" aria-labelledby="lab">
<header><div><h2 id="lab">Relive a day</h2><p class="small">${shown.code}: what if ${shares} more shares had been bought? Nothing is placed.</p></div><a class="go" href="${lab}">Open it alone</a><a class="go" href="lab/index.html#/pages/lesson/index">Inside a fake app</a></header>
<a href="${lab}" data-lab="${framed}"><picture>${PICTURES.map(({ name, media }) => `<source media="${media}" srcset="${name}.webp"${name.includes('narrow') ? ' width="358" height="1060"' : ''}>`).join('')}<img src="${PICTURES.at(-1)!.name}.webp" width="832" height="800" alt="A replayed market day of ${shown.code}: the price as it was, and the price with an order of ${shares} shares more."></picture></a>
<noscript><style>.film { display: block !important; }</style></noscript>
<script>${MARK_OLD}</script>
<p class="small film">This browser cannot replay the day. <a href="what-if.webp">See the film</a>. The manuals need no JavaScript.</p>
</section>
</div>
<nav class="doors" aria-label="Three ways in">${doors}</nav>
<section class="row"><div><h2>How real is it?</h2><p>Prices are made by simulated traders and by you, in one book. What is like NSE was measured, and so was what is not.</p><a class="go" href="manual/docs/market.html">All facts, with sources</a></div><table>${readFacts()}</table></section>
<section class="row" id="run"><div><h2>Run it yourself</h2><p>A market day of your own starts in a minute. No account anywhere, Node 20.19 or newer.</p><a class="go" href="manual/docs/operating.html">Run it for others</a></div><div class="command"><code>git clone ${REPOSITORY}
cd khara
npm ci && npm start</code><button type="button">Copy</button></div></section>
</main>`;
  return page(
    'index.html',
    'Khara: a practice stock market that you can check',
    'A practice stock market for India: simulated prices, paper money, and proofs that investors check by themselves.',
    main,
  );
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circles, foldersBothWays } from './tidy/circles.ts';
import { citedKeys, explainedKeys, foreignReferences } from './tidy/cited-sources.ts';
import {
  consoleImports,
  consoleLayers,
  moduleLine,
  packageImports,
  serverDialect,
  serverGuests,
  serverLayers,
  serverRooms,
  webImports,
  webLayers,
} from './tidy/imports.ts';
import { noFloatsNearMoney, paiseAreBigints } from './tidy/money.ts';
import { readComments, poorWords } from './tidy/papers.ts';
import { noGluedWords } from './tidy/punctuation.ts';
import { pureOfOutside } from './tidy/purity.ts';
import {
  allSources,
  isTest,
  ourFiles,
  readText,
  ROOT,
  sourceFile,
  target,
  type HouseRule,
} from './tidy/source-file.ts';
import { schemaLine, sqlInStores } from './tidy/schemas.ts';
import { storageInOnePlace } from './tidy/storage.ts';
import { readClasses, compareClasses } from './tidy/style-classes.ts';
import { insideFunction, orderStates, rowsInCamelCase, sqlDialect, sqlStyle } from './tidy/sql.ts';
import { forbiddenWords } from './tidy/words.ts';

/**
 * The house rules a machine can check. Each is shown a small bad sample too, so that it is known to be able to fail.
 */

const sources = allSources();
/** Samples of what is bad stand in this file. */
const ruled = sources.filter(({ path }) => path !== 'tools/tidy.test.ts');

type Sample = {
  readonly path: string;
  readonly bad: readonly string[];
  readonly good?: readonly string[];
};

const RULES: readonly [string, HouseRule, readonly Sample[]][] = [
  [
    'a package imports packages, never an app or Node',
    packageImports,
    [
      {
        path: 'packages/rules/src/ticks.ts',
        bad: [
          "import { readFileSync } from 'node:fs';",
          "export { app } from '@khara/server';",
          "import { x } from '../../money/src/index.ts';",
          "const lazy = import('node:crypto');",
        ],
        good: ["import { paise } from '@khara/money';", "import type { Day } from './days.ts';"],
      },
      { path: 'packages/rules/src/ticks.test.ts', bad: [], good: ["import { readFileSync } from 'node:fs';"] },
    ],
  ],
  [
    'each file of the server stands in a room',
    serverRooms,
    [
      { path: 'apps/server/src/ports.ts', bad: ['export const x = 1;'] },
      { path: 'apps/server/src/odds/and-ends.ts', bad: ['export const x = 1;'] },
      { path: 'apps/server/src/kernel/result.ts', bad: [], good: ['export const x = 1;'] },
      { path: 'apps/server/src/config.test.ts', bad: [], good: ['export const x = 1;'] },
    ],
  ],
  [
    'the server names its rooms in one way',
    serverDialect,
    [
      {
        path: 'apps/server/src/modules/orders/place-order.ts',
        bad: ["import { x } from '../../kernel/result.ts';", "import { x } from '../ledger/index.ts';"],
        good: ["import { x } from '#src/kernel/result.ts';", "import { x } from '../orders/rows.ts';"],
      },
      {
        path: 'apps/server/src/main.ts',
        bad: ["import { x } from './adapters/log.ts';"],
        good: ["import { x } from '#src/adapters/log.ts';", "import { x } from './config.ts';"],
      },
    ],
  ],
  [
    'the server imports inwards, and only main.ts and start import adapters',
    serverLayers,
    [
      {
        path: 'apps/server/src/modules/orders/place-order.ts',
        bad: [
          "import { x } from '../../http/envelope.ts';",
          "import { x } from '#src/app.ts';",
          "import { x } from '../../venue/venue.ts';",
          "import { x } from '../../adapters/postgres.ts';",
          "import { x } from '../../../../web/src/api/http.ts';",
        ],
        good: ["import type { Deps } from '#src/kernel/deps.ts';", "import { done } from '#src/kernel/result.ts';"],
      },
      {
        path: 'apps/server/src/app.ts',
        bad: ["import { x } from './adapters/postgres.ts';", "import { x } from './main.ts';"],
        good: ["import { x } from './http/calls.ts';"],
      },
      { path: 'apps/server/src/main.ts', bad: [], good: ["import { x } from './adapters/postgres.ts';"] },
      {
        path: 'apps/server/src/start/databases.ts',
        bad: ["import { x } from '#src/main.ts';"],
        good: ["import { x } from '#src/adapters/postgres.ts';"],
      },
      {
        path: 'apps/server/src/adapters/postgres.ts',
        bad: ["import { x } from '../modules/ledger/index.ts';"],
        good: ["import type { Db } from '#src/ports/database.ts';"],
      },
      { path: 'apps/server/src/kernel/deps.ts', bad: ["import { x } from '#modules/ledger/index.ts';"] },
      { path: 'apps/server/src/app.test.ts', bad: [], good: ["import { x } from './adapters/postgres.ts';"] },
    ],
  ],
  [
    'a module imports from its left, through index.ts',
    moduleLine,
    [
      {
        path: 'apps/server/src/modules/orders/place-order.ts',
        bad: [
          "import * as store from '#modules/ledger/store.ts';",
          "import { x } from '../offerings/index.ts';",
          "import { x } from '../nowhere/index.ts';",
        ],
        good: [
          "import * as store from './store.ts';",
          "import { post } from '#modules/ledger/index.ts';",
          "import { hold } from '../wallet/index.ts';",
        ],
      },
      {
        path: 'apps/server/src/http/calls.ts',
        bad: ["import * as store from '../modules/orders/store.ts';"],
        good: ["import { handlers } from '../modules/orders/index.ts';"],
      },
    ],
  ],
  [
    'SQL of a module reads its own schema and those to its left, and writes its own',
    schemaLine,
    [
      {
        path: 'apps/server/src/modules/settlement/settlement-store.ts',
        bad: [
          "const sql = 'SELECT id FROM offerings.offering';",
          'const sql = `SELECT o.id FROM trading.order o WHERE EXISTS (SELECT FROM console.request r WHERE r.id = ${id})`;',
          "const sql = 'UPDATE market.instrument SET code = $1';",
        ],
        good: [
          "const sql = 'SELECT id FROM trading.lot l JOIN ledger.asset a ON a.id = l.asset';",
          "const sql = 'UPDATE trading.lot SET remaining = 0';",
          "const text = 'offerings.offering';",
        ],
      },
      {
        path: 'apps/server/src/modules/performance/store.ts',
        bad: ["const sql = 'DELETE FROM trading.lot';"],
        good: ["const sql = 'SELECT FROM trading.lot, offerings.offering, wallet.recharge';"],
      },
    ],
  ],
  [
    'SQL of a module stands in its stores',
    sqlInStores,
    [
      {
        path: 'apps/server/src/modules/placing/rules.ts',
        bad: [
          "const sql = 'SELECT id FROM trading.lot';",
          'const sql = `WITH placed AS (INSERT INTO trading.lot VALUES (${id}) RETURNING id) SELECT 1`;',
        ],
        good: ["const text = 'Select a share';", "const part = 'o.id = 1';"],
      },
      {
        path: 'apps/server/src/modules/placing/place-store.ts',
        bad: [],
        good: ["const sql = 'DELETE FROM trading.lot';"],
      },
      { path: 'apps/server/src/modules/ledger/read.ts', bad: [], good: ["const sql = 'SELECT id FROM ledger.entry';"] },
    ],
  ],
  [
    'commands, measurements and tools import of the server what is meant for them',
    serverGuests,
    [
      {
        path: 'apps/server/bin/verify.ts',
        bad: [
          "import { x } from '#src/main.ts';",
          "import { x } from '#modules/wallet/store.ts';",
          "import '#test/client.ts';",
          "import { x } from '../../../tools/start/build.ts';",
        ],
        good: ["import { x } from '#src/adapters/keys.ts';", "import { x } from '#modules/wallet/index.ts';"],
      },
      {
        path: 'bench/draws.ts',
        bad: ["import { x } from '../apps/server/src/modules/offerings/allot-shares.ts';"],
        good: ["import { x } from '../apps/server/test/support/client.ts';", "import { x } from './bench-line.ts';"],
      },
      { path: 'e2e/phone.ts', bad: ["import { x } from '../apps/server/src/config.ts';"] },
      { path: 'tools/market-facts.ts', bad: ["import { x } from '../apps/server/src/adapters/keys.ts';"] },
    ],
  ],
  [
    'every file of the web stands in a layer, and src itself holds main.tsx alone',
    webLayers,
    [
      { path: 'apps/web/src/routes.ts', bad: ['export {};'] },
      { path: 'apps/web/src/helpers/money.ts', bad: ['export {};'] },
      { path: 'apps/web/src/main.tsx', bad: [], good: ['export {};'] },
    ],
  ],
  [
    'the web knows packages, never the server; lib <- api <- i18n <- ui <- shell <- features <- screens <- routes',
    webImports,
    [
      {
        path: 'apps/web/src/ui/button.tsx',
        bad: [
          "import { x } from '#features/quotes/quote-row.tsx';",
          "import { x } from '../shell/page.tsx';",
          "import type { X } from '#routes/routes.ts';",
        ],
        good: ["import { x } from './class-names.ts';", "import { useLanguage } from '#lib/language.ts';"],
      },
      {
        path: 'apps/web/src/features/quotes/quote-row.tsx',
        bad: [
          "import { x } from '../../screens/home/index.tsx';",
          "import { x } from '@khara/server';",
          "import { x } from '../../../../server/src/app.ts';",
          "import { x } from 'node:fs';",
        ],
        good: ["import { x } from '../../ui/row.tsx';", "import { x } from '../../api/quotes.ts';"],
      },
      { path: 'apps/web/src/screens/home/home.tsx', bad: ["import { x } from '#routes/routes.ts';"] },
      { path: 'apps/web/src/api/client.ts', bad: ["import { say } from '#i18n/say.ts';"] },
      { path: 'apps/web/src/lib/language.ts', bad: ["import { base } from '#api/base.ts';"] },
      { path: 'apps/web/src/shell/router.tsx', bad: ["const page = import('#features/kyc/steps.tsx');"] },
    ],
  ],
  [
    'every file of the console stands in a layer, and src itself holds main.tsx alone',
    consoleLayers,
    [
      { path: 'apps/console/src/data.ts', bad: ['export {};'] },
      { path: 'apps/console/src/features/decision.tsx', bad: ['export {};'] },
      { path: 'apps/console/src/main.tsx', bad: [], good: ['export {};'] },
      { path: 'apps/console/src/lib/words.ts', bad: [], good: ['export {};'] },
    ],
  ],
  [
    'the console knows packages, never the server; lib <- api <- ui <- shell <- decisions <- pages <- routes',
    consoleImports,
    [
      {
        path: 'apps/console/src/ui/table.tsx',
        bad: [
          "import { x } from '../decisions/actions.ts';",
          "import { x } from '@khara/server';",
          "import { x } from '../../../server/src/app.ts';",
          "import { x } from '../../../web/src/ui/button.tsx';",
          "import { x } from 'node:fs';",
        ],
        good: ["import { x } from './states.tsx';", "import { words } from '../lib/words.ts';"],
      },
      { path: 'apps/console/src/api/session.ts', bad: ["import { x } from '../ui/states.tsx';"] },
      { path: 'apps/console/src/lib/words.ts', bad: ["import { call } from '../api/api.ts';"] },
      { path: 'apps/console/src/shell/frame.tsx', bad: ["import { Decide } from '../decisions/decision.tsx';"] },
      { path: 'apps/console/src/decisions/queue.tsx', bad: ["const page = import('../pages/queues.tsx');"] },
      { path: 'apps/console/src/pages/staff.tsx', bad: ["import { App } from '../routes/app.tsx';"] },
      {
        path: 'apps/console/src/main.tsx',
        bad: [],
        good: ["import '../../web/src/ui/tokens.css';", "import { store } from '../../web/src/lib/storage.ts';"],
      },
    ],
  ],
  [
    'what a browser keeps is kept by one file of both apps',
    storageInOnePlace,
    [
      {
        path: 'apps/console/src/api/session.ts',
        bad: [
          "const kept = sessionStorage.getItem('x');",
          "window.localStorage.setItem('x', '1');",
          'const { localStorage: kept } = window;',
          "const kept = globalThis['sessionStorage'];",
        ],
        good: ["import { store } from '../../../web/src/lib/storage.ts'; store('x', '1');"],
      },
      { path: 'apps/web/src/lib/storage.ts', bad: [], good: ["localStorage.getItem('x');"] },
      { path: 'apps/web/src/api/session.test.ts', bad: [], good: ['localStorage.clear();'] },
    ],
  ],
  [
    'packages are pure: no clock, chance, disk, network, Node or browser',
    pureOfOutside,
    [
      {
        path: 'packages/rules/src/days.ts',
        bad: [
          'const now = Date.now();',
          'const now = new Date();',
          'const now = Date();',
          'const now = Temporal.Now.instant();',
          'const chance = Math.random();',
          'const port = process.env.PORT;',
          "window.alert('x');",
          "const root = document.querySelector('#root');",
          'const t = performance.now();',
          'setTimeout(() => {}, 5);',
          'const answer = fetch(address);',
          'const bytes = crypto.getRandomValues(new Uint8Array(4));',
          'const socket = new WebSocket(address);',
          'console.log(1);',
        ],
        good: [
          'const day = new Date(0).toISOString();',
          'const show = (document: Paper) => document.title;',
          'const { process } = plan; process.start();',
          "const names = { window: 'x', process: 1 }; names.window.trim();",
          'import { performance } from "./show.ts"; performance.begin();',
        ],
      },
      { path: 'apps/server/src/main.ts', bad: [], good: ['const now = Date.now();'] },
    ],
  ],
  [
    'no float comes near money',
    noFloatsNearMoney,
    [
      {
        path: 'apps/server/src/modules/wallet/recharge.ts',
        bad: [
          'const amount = parseFloat(text);',
          'const amount = Number.parseFloat(text);',
          'const rupees = Number(amountPaise);',
          'const rupees = Number(row.amount_paise);',
          'const rupees = +row.amountPaise;',
          'const rupees = amount / 100;',
          'const fee = amount * 0.01;',
          'const text = amount.toFixed(2);',
        ],
        good: ['const rupees = amountPaise / 100n;', 'const page = Number(pageText);', 'const wait = seconds * 100;'],
      },
      { path: 'apps/web/src/features/chart/candles.ts', bad: [], good: ['const value = Number.parseFloat(text);'] },
    ],
  ],
  [
    'a name in Paise is a bigint',
    paiseAreBigints,
    [
      {
        path: 'packages/market-day/src/commands.ts',
        bad: [
          'type Limit = { readonly pricePaise: number };',
          'interface Stop { triggerPaise?: number | undefined }',
          'const isMet = (lastPaise: number) => lastPaise > 1;',
          'const pricePaise = asPrice(row.price_paise);',
          'const text = JSON.stringify({ pricePaise: Number(price) });',
          'const orNull = (paise: number | undefined) => paise ?? null;',
        ],
        good: [
          'type Limit = { readonly price: number };',
          'type Limit = { readonly pricePaise: bigint | undefined };',
          'const pricePaise = BigInt(price);',
        ],
      },
      {
        path: 'packages/market-day/src/order-events.ts',
        bad: [],
        good: ['type Book = { readonly bidPaise?: number };'],
      },
    ],
  ],
  [
    'what the server reads of a row is in camelCase',
    rowsInCamelCase,
    [
      {
        path: 'apps/server/src/modules/orders/store.ts',
        bad: ['const id = row.user_id;', 'type Row = { readonly user_id: string };'],
        good: ['const id = row.userId;', 'const row = { user_id: id };', "const sql = 'SELECT user_id';"],
      },
      { path: 'apps/server/src/modules/programs/keys.ts', bad: [], good: ['const id = row.user_id;'] },
    ],
  ],
  [
    'SQL in TypeScript is written as in the files of the database',
    sqlDialect,
    [
      {
        path: 'apps/server/src/modules/wallet/store.ts',
        bad: [
          "const sql = 'select id from wallet.bank where id = $1';",
          'const sql = `SELECT ${COLUMNS} from wallet.bank`;',
          "const part = 'AND ($1::text is null OR kind = $1)';",
        ],
        good: [
          "const sql = 'SELECT left(name, 2) AS short FROM wallet.bank WHERE id = $1';",
          "const sql = `UPDATE wallet.bank SET note = 'from and to' WHERE id = $1`;",
          "const title = 'reads from the file, and writes where nothing is';",
        ],
      },
    ],
  ],
  [
    'words on the screen come together with the punctuation of their language',
    noGluedWords,
    [
      {
        path: 'apps/web/src/features/orders/order-view.tsx',
        bad: [
          'const a = `${side}, ${product}`;',
          'const a = `${message}. ${t(b)}`;',
          "const a = times.join(', ');",
          'const a = <p>{code}, {name}</p>;',
          "const a = <p><b />,{' '}{name}</p>;",
        ],
        good: [
          'const a = `${from}–${to}`;',
          'const a = <p>{from} · {to}</p>;',
          'const a = listed(side, product);',
          'const a = `translate(${x}px, 0)`;',
        ],
      },
    ],
  ],
];

describe('the house rules', () => {
  it('read the whole tree', () => expect(sources.length).toBeGreaterThan(100));

  for (const [title, rule, samples] of RULES) {
    it(title, () => expect(ruled.flatMap(rule)).toEqual([]));

    for (const { path, bad, good = [] } of samples) {
      it.each(bad)(`${title}: %s is noticed`, (code) => expect(rule(sourceFile(path, code))).not.toEqual([]));
      it.each(good)(`${title}: %s is left in peace`, (code) => expect(rule(sourceFile(path, code))).toEqual([]));
    }
  }

  it('no imports run in a circle, those of types and lazy ones included', () => expect(circles(sources)).toEqual([]));

  it.each([
    ['types', "import type { B } from './b.ts';", "import type { A } from './a.ts';"],
    ['lazy imports', "const b = import('./b.ts');", "export { a } from './a.ts';"],
    ['names of packages', "import { b } from './b.ts';", "import { a } from '@khara/rules';"],
  ])('a circle of %s is noticed', (_, ofIndex, ofB) => {
    const b = sourceFile('packages/rules/src/b.ts', ofB.replace('./a.ts', './index.ts'));
    const index = 'packages/rules/src/index.ts';
    expect(circles([sourceFile(index, ofIndex), b])).toHaveLength(1);
    expect(circles([sourceFile(index, ''), b])).toEqual([]);
  });

  it('no two folders of a module import each other', () => {
    expect(foldersBothWays(sources)).toEqual([]);
    const a = sourceFile('apps/server/src/modules/standing/baskets/a.ts', "import { b } from '../triggers/b.ts';");
    const b = sourceFile('apps/server/src/modules/standing/triggers/b.ts', "import type { C } from '../baskets/c.ts';");
    expect(foldersBothWays([a, b])).toHaveLength(2);
    expect(foldersBothWays([a])).toEqual([]);
    const index = sourceFile('apps/server/src/modules/standing/index.ts', "export { a } from './baskets/a.ts';");
    const c = sourceFile('apps/server/src/modules/standing/baskets/c.ts', "import { d } from '../d.ts';");
    expect(foldersBothWays([index, c])).toHaveLength(2);
  });

  it('the market day imports nothing of Node, nor does what it imports: a browser can play one', () => {
    const byPath = new Map(sources.map((file) => [file.path, file]));
    const seen = new Set<string>();
    const outside = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const specifier of byPath.get(path)!.imports) {
        const own = /^@khara\/([^/]+)$/.exec(specifier)?.[1];
        const to = own === undefined ? target(byPath.get(path)!, specifier) : `packages/${own}/src/index.ts`;
        if (to === undefined) outside.add(specifier.replace(/^(@[^/]+\/[^/]+|[^@/]+).*/, '$1'));
        else visit(to);
      }
    };
    visit('packages/market-day/src/index.ts');
    expect([...seen]).toContain('packages/market-day/src/trading-day.ts');
    expect([...outside].toSorted()).toEqual(['@noble/hashes', '@scure/base']); // both run in a browser
  });

  it('packages need no types but the language', () => {
    // Throws, with the compiler's words, when a package uses what only Node or a browser declares.
    execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tools/tidy/tsconfig.json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
  });
});

describe('what is written', () => {
  const TEXTS = '**/*.{ts,tsx,json,md,sql,css,html,yml,csv}';

  it('speaks of the product only', () => {
    const found = ourFiles(TEXTS).flatMap((path) => forbiddenWords(readText(path)).map((word) => `${path}: ${word}`));
    expect(found).toEqual([]);
  });

  it.each([
    ['see /wo', 'rk/main/x'],
    ['fixes iss', 'ue 3'],
    ['a sub', 'agent wrote this'],
    ['by Co', 'pilot'],
  ])('notices %s%s', (start, end) => expect(forbiddenWords(start + end)).toHaveLength(1));

  it.each(['the user-agent header', 'an issue of 37 shares', 'the work of a day', 'IPO issue price'])(
    'has nothing against %s',
    (text) => expect(forbiddenWords(text)).toEqual([]),
  );

  it('names the subject in comments: WRITING.md has what to write instead', () => {
    const found = ourFiles('{packages,apps,tools,bench,e2e}/**/*.{ts,tsx,css,sql}')
      .filter((path) => path !== 'tools/papers.test.ts') // its samples
      .flatMap((path) => poorWords(readComments(readText(path))).map((word) => `${path}: ${word}`));
    expect(found).toEqual([]);
  });

  it('cites only sources that docs/sources.csv explains', () => {
    const explained = explainedKeys(readText('docs/sources.csv'));
    const cited = ourFiles('{packages,apps}/**/*.{ts,tsx}').flatMap((path) =>
      citedKeys(readText(path)).map((key) => ({ path, key })),
    );
    expect(cited.length).toBeGreaterThan(40);
    expect(cited.filter(({ key }) => !explained.has(key))).toEqual([]);
    expect(citedKeys('Sources: docs/sources.md N1,\n * N3, Z9; more')).toEqual(['N1', 'N3', 'Z9']);
  });

  it('refers to documents of this repository: docs/sources.md has what stands outside', () => {
    const found = ourFiles('{*.md,{packages,apps,docs,tools,bench,e2e}/**/*.{ts,tsx,md,sql,css}}')
      .filter((path) => path !== 'tools/tidy.test.ts')
      .flatMap((path) => foreignReferences(readText(path)).map((words) => `${path}: ${words}`));
    expect(found).toEqual([]);
    expect(
      ['Specification section 9', '(specification, sections 4 and 9)', 'integrity D asks', 'design of draws'].filter(
        (text) => foreignReferences(text).length === 0,
      ),
    ).toEqual([]);
  });

  it('links from the documents to files that exist', () => {
    const broken = ourFiles('{*,docs/**/*}.md').flatMap((path) =>
      [...readText(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, to = '']) => to)
        .filter((to) => !existsSync(join(ROOT, path, '..', to)))
        .map((to) => `${path} -> ${to}`),
    );
    expect(broken).toEqual([]);
  });
});

describe('the SQL of the database', () => {
  const FUNCTION = 'apps/server/database/functions/ledger/inside/lp.sql';
  const GOOD = [
    '-- A text as it is hashed.',
    'CREATE OR REPLACE FUNCTION ledger.lp(t text) RETURNS bytea LANGUAGE sql STABLE AS $$',
    "  SELECT convert_to(t, 'UTF8') -- from its text",
    '$$;\n',
  ].join('\n');

  it('is in one style, one function or view a file', () => {
    const files = ourFiles('apps/server/database/**/*.sql');
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((path) => sqlStyle(path, readText(path)))).toEqual([]);
  });

  it('lists the states of an order as the contract does, and the open ones in one function', () => {
    const files = ourFiles('apps/server/{database,src,test,bin}/**/*.{sql,ts}');
    expect(files.flatMap((path) => orderStates(path, readText(path)))).toEqual([]);
    const open = "CHECK (state IN ('pending', 'open', 'trigger_pending')";
    const table = 'apps/server/database/schema/13-trading.sql';
    expect(orderStates(table, open)).toEqual([]);
    expect(orderStates(table, open.replace("'pending', ", ''))).toHaveLength(1);
    expect(orderStates(table.replace('13-trading', '14-offerings'), open)).toHaveLength(1);
    expect(orderStates('apps/server/src/verify/orders.ts', open)).toHaveLength(1);
  });

  it('has functions inside that no TypeScript calls', () => {
    const inside = ourFiles('apps/server/database/functions/*/inside/*.sql').flatMap(
      (path) => insideFunction(path) ?? [],
    );
    const calls = sources
      .filter(({ path }) => /^apps\/server\/(src|bin)\//.test(path) && !isTest(path))
      .flatMap(({ path }) =>
        inside.filter((name) => readText(path).includes(`${name}(`)).map((name) => `${path}: ${name}`),
      );
    expect(inside).toContain('ledger.lp');
    // Accounts of an order's entry are made by the server: the function is to move out.
    expect(calls.filter((call) => !call.endsWith(': ledger.account_of'))).toEqual([]);
  });

  it('is noticed when it is in another', () => {
    expect(sqlStyle(FUNCTION, GOOD)).toEqual([]);
    for (const bad of [
      GOOD.replace('SELECT', 'select'),
      GOOD.replace('t text', 't TEXT'),
      GOOD.replace('-- A text', `-- ${'long '.repeat(25)}`),
      GOOD.replace('-- A text as it is hashed.\n', ''),
      GOOD.replace('ledger.lp(', 'ledger.lq('),
      GOOD.replace('RETURNS bytea', 'RETURNS trigger'),
      GOOD + GOOD,
      GOOD.replace('LANGUAGE', '\tLANGUAGE'),
    ])
      expect(sqlStyle(FUNCTION, bad), bad).not.toEqual([]);
    expect(sqlStyle(FUNCTION.replace('lp', 'other'), GOOD)).toHaveLength(1);
    const named = GOOD.replaceAll('ledger.', 'credit.').replace('t text', 'p_text text, p_more numeric(3, 1)');
    const file = FUNCTION.replace('/ledger/', '/credit/');
    expect(sqlStyle(file, named)).toEqual([]);
    expect(sqlStyle(file, named.replace('p_more', 'more'))).toHaveLength(1);
    const declaring = (name: string) =>
      named.replace('  SELECT', `DECLARE\n  v_a text;\n  ${name} text;\nBEGIN\n  SELECT`);
    expect(sqlStyle(file, declaring('v_b'))).toEqual([]);
    expect(sqlStyle(file, declaring('b'))).toEqual([`${file}: b lacks its p_ or v_`]);
  });
});

const read = (path: string) => ({ path, text: readText(path) });

describe('the classes of style sheets', () => {
  it('are those that code names, and code names no others', () => {
    const files = new Map(sources.map((file) => [file.path, file]));
    const compared = compareClasses(
      ourFiles('apps/*/src/**/*.{ts,tsx}').map(read),
      ourFiles('apps/*/src/**/*.module.css').map(read),
      (from, specifier) => target(files.get(from)!, specifier),
    );
    expect(compared).toEqual({ undefinedOnes: [], unused: [] });
  });

  it('are noticed where one has no other half', () => {
    const css = ':global(:has(.a) > .b) .row:hover { margin: 0.5em } @media (x) { .cell, .row > i { color: red } }';
    expect([...readClasses(css)]).toEqual(['row', 'cell']);
    const compare = (code: string) =>
      compareClasses(
        [{ path: 'a.tsx', text: `import css from './row.module.css';\n${code}` }],
        [{ path: 'row.module.css', text: css }],
        () => 'row.module.css',
      );
    expect(compare('<i className={cx(css.row, css["cell"])} />'.replaceAll('"', "'"))).toEqual({
      undefinedOnes: [],
      unused: [],
    });
    expect(compare('<i className={css.rows} />')).toEqual({
      undefinedOnes: ['a.tsx: rows'],
      unused: ['row.module.css: row', 'row.module.css: cell'],
    });
    expect(compare('<i className={css[tone]} />').unused, 'a computed name may be any').toEqual([]);
  });
});

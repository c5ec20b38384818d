import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import * as store from './store.ts';
import type { ArticleText, Category, NewArticle } from './store.ts';

/**
 * Articles that come with the product: content/articles/<category>/<id>/<language>.md, a title line, a
 * summary paragraph, then the text.
 */
const DIRECTORY = path.join(import.meta.dirname, '../../../content/articles');
const FILES: Readonly<Record<Language, string>> = {
  en: 'en.md',
  hi: 'hi.md',
  'zh-Hant': 'zh-hant.md',
  'zh-Hans': 'zh-hans.md',
};
const CATEGORIES = ['learn', 'safety', 'khara'] as const satisfies readonly Category[];

/** What there is to learn, in the order in which it is best read: an article leans only on those before it. */
export const READING_PATH: readonly string[] = [
  'how-an-order-book-works',
  'market-limit-and-stop-orders',
  'how-charges-add-up',
  'what-a-tick-is',
  'price-bands-and-circuit-breakers',
  't-plus-1-settlement',
  'position-size-and-losses',
  'reading-a-chart-without-fooling-yourself',
  'dividends-splits-and-bonuses',
  'intraday-margin-and-square-off',
  'orders-that-wait',
  'queue-priority-ioc-and-disclosed-quantity',
  'the-pre-open-auction',
  'the-closing-auction-and-closing-price',
  'selling-before-shares-arrive',
  'why-can-i-not-sell',
  'what-a-cheap-share-can-mean',
  'surveillance-stages-asm-and-gsm',
  'reading-a-result',
  'what-an-index-fund-is',
  'how-an-ipo-is-sold',
  'how-an-ipo-lottery-works',
  'rights-issues-and-entitlements',
  'buybacks-by-tender',
  'demergers',
  'taxes-on-shares',
];
/** Articles beside the path come after it, by their names. */
const placeInPath = (id: string): number =>
  READING_PATH.includes(id) ? READING_PATH.indexOf(id) : READING_PATH.length;

export type SeedArticle = {
  readonly id: string;
  readonly category: Category;
  readonly hash: string;
  readonly texts: Readonly<Record<Language, ArticleText>>;
};

/**
 * Reads the articles of the product, what there is to learn in the order of its path. Throws for one without
 * a language, a title, a summary or a text.
 */
export function readArticleFiles(directory = DIRECTORY): readonly SeedArticle[] {
  return CATEGORIES.flatMap((category) => {
    const folder = path.join(directory, category);
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    const ids = names.sort((a, b) => placeInPath(a) - placeInPath(b));
    return ids.map((id) => readArticle(path.join(folder, id), id, category));
  });
}

function readArticle(folder: string, id: string, category: Category): SeedArticle {
  const sources = Object.entries(FILES).map(([language, file]) => [
    language,
    readFileSync(path.join(folder, file), 'utf8'),
  ]);
  const hash = createHash('sha256')
    .update(JSON.stringify([category, sources]))
    .digest('hex');
  const texts = Object.fromEntries(sources.map(([language, text]) => [language, readText(text!, `${id}/${language}`)]));
  return { id, category, hash, texts: texts as SeedArticle['texts'] }; // one for each of FILES
}

function readText(source: string, name: string): ArticleText {
  const [, title, summary, body] = /^# (.+)\n+((?:[^\n]+\n)+)\n([\s\S]+)$/.exec(source.replaceAll('\r\n', '\n')) ?? [];
  if (!title || !summary || !body?.trim())
    throw new Error(`${name} is no article: a title, a summary and a text are needed`);
  return { title: title.trim(), summary: summary.trim().replaceAll('\n', ' '), body: body.trim() };
}

/** An article as it comes with the product. */
const released = ({ id, category, hash, texts }: SeedArticle, at: number): NewArticle => {
  const about = { cover: undefined, codes: [], marketDate: undefined };
  return { id, category, source: 'khara', ...about, at, seeded: hash, texts };
};

/**
 * Puts the product's articles into the database. One that people have written since stays as they left it.
 * Safe to run at every start.
 */
export async function seedArticles(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  articles = readArticleFiles(),
): Promise<void> {
  const known = await store.seededHashes(db);
  const changed = articles.filter(
    ({ id, hash }) => !known.has(id) || (known.get(id) !== undefined && known.get(id) !== hash),
  );
  if (changed.length === 0) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    // A second apart, so that their order stays the same.
    for (const [index, article] of changed.entries())
      await store.writeArticle(tx, released(article, now - index * 1000));
  });
}

/**
 * Takes down what people have written: the product's own article of that id is shown again, or none. False
 * when it is not shown, or is the product's own.
 */
export async function takeArticleDown(
  tx: Tx,
  { id, at }: { readonly id: string; readonly at: number },
): Promise<boolean> {
  if (!(await store.isOfPeople(tx, id))) return false;
  const own = readArticleFiles().find((article) => article.id === id);
  if (own) await store.writeArticle(tx, released(own, at));
  else await store.hideArticle(tx, id);
  return true;
}

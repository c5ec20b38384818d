import type { Data } from '@khara/contract';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { tradedLines } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';
import type { ArticleHead, Place } from './store.ts';

/**
 * Characters read in a minute: some 200 words of a European language. Chinese says more with fewer and is
 * read as long by the clock.
 */
const CHARACTERS_A_MINUTE = { 'zh-Hant': 350, 'zh-Hans': 350, en: 1_100, hi: 1_000 } as const;

type Reader = { readonly language: keyof typeof CHARACTERS_A_MINUTE };

type Head = Data<'articles'>['list'][number];
/** Of a story of one company: its sector, and what its share traded at on the day. */
type TradedOf = (row: ArticleHead) => Head['traded'];

/** The share and the day that a story of one company tells of. */
const storyOf = ({ category, codes: [code], marketDate }: ArticleHead) =>
  category === 'company' && code !== undefined && marketDate !== undefined ? { code, marketDate } : undefined;

async function tradedIn(deps: Pick<Deps, 'db' | 'market'>, rows: readonly ArticleHead[]): Promise<TradedOf> {
  const stories = rows.flatMap((row) => storyOf(row) ?? []);
  if (stories.length === 0) return () => null;
  const lineOf = await tradedLines(deps, stories);
  return (row) => {
    const story = storyOf(row);
    const sector = story && deps.market.instrument(story.code)?.issuer?.sectorKey;
    const prices = story ? lineOf(story) : [];
    return sector !== undefined && prices.length > 0 ? { sector, prices: [...prices] } : null;
  };
}

const presentHead = (row: ArticleHead, { language }: Reader, tradedOf: TradedOf): Head => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  cover: row.cover ?? null,
  category: row.category,
  at: row.at,
  marketDate: row.marketDate ?? null,
  traded: tradedOf(row),
  readMinutes: Math.max(1, Math.round(row.length / CHARACTERS_A_MINUTE[language])),
});

/** Where a list goes on: instant and id of its last article. Anything else is the place after the last one. */
function parsePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})~([a-z0-9-]{3,64})$/.exec(cursor) ?? [];
  return { at: BigInt(at ?? 0), id: id ?? '' };
}

async function presentHeads(
  deps: Pick<Deps, 'db' | 'market'>,
  rows: readonly ArticleHead[],
  size: number,
  reader: Reader,
): Promise<Data<'articles'>> {
  const { shown, nextCursor } = cutPage(rows, size, ({ at, id }) => `${at}~${id}`);
  const tradedOf = await tradedIn(deps, shown);
  return { list: shown.map((row) => presentHead(row, reader, tradedOf)), nextCursor };
}

export const handlers = {
  articles: async (deps, { language }, { category, code, cursor, size = DEFAULT_SIZE }) => {
    const codes = code === undefined ? undefined : [code];
    const page = { language, category, codes, before: parsePlace(cursor), size: size + 1 };
    return done(await presentHeads(deps, await store.listArticles(deps.db, page), size, { language }));
  },
  articlesForMe: async (deps, { member, language }, { cursor, size = DEFAULT_SIZE }) => {
    const codes = await store.readInterests(deps.db, member.userId);
    const page = { language, category: undefined, codes, before: parsePlace(cursor), size: size + 1 };
    return done(await presentHeads(deps, await store.listArticles(deps.db, page), size, { language }));
  },
  article: async (deps, { language }, { id }) => {
    const row = await store.byId(deps.db, id, language);
    if (!row) return refuse('not_found', { field: 'id' });
    const { body, source, codes } = row;
    const tradedOf = await tradedIn(deps, [row]);
    return done({ ...presentHead(row, { language }, tradedOf), body, source, codes: [...codes] });
  },
} satisfies HandlersFor<'articles' | 'articlesForMe' | 'article'>;

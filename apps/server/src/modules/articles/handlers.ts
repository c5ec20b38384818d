import type { Data } from '@khara/contract';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { DEFAULT_SIZE, cutPage } from '#src/kernel/page.ts';
import { done, refuse } from '#src/kernel/result.ts';
import * as store from './store.ts';
import type { ArticleHead, Place } from './store.ts';

/**
 * Characters read in a minute: some 200 words of a European language. Chinese says more with fewer and is
 * read as long by the clock.
 */
const CHARACTERS_A_MINUTE = { 'zh-Hant': 350, 'zh-Hans': 350, en: 1_100, hi: 1_000 } as const;

type Reader = { readonly language: keyof typeof CHARACTERS_A_MINUTE };

const presentHead = (row: ArticleHead, { language }: Reader): Data<'articles'>['list'][number] => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  cover: row.cover ?? null,
  category: row.category,
  at: row.at,
  marketDate: row.marketDate ?? null,
  readMinutes: Math.max(1, Math.round(row.length / CHARACTERS_A_MINUTE[language])),
});

/** Where a list goes on: instant and id of its last article. Anything else is the place after the last one. */
function parsePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id] = /^(\d{1,15})~([a-z0-9-]{3,64})$/.exec(cursor) ?? [];
  return { at: BigInt(at ?? 0), id: id ?? '' };
}

function presentHeads(rows: readonly ArticleHead[], size: number, reader: Reader): Data<'articles'> {
  const { shown, nextCursor } = cutPage(rows, size, ({ at, id }) => `${at}~${id}`);
  return { list: shown.map((row) => presentHead(row, reader)), nextCursor };
}

export const handlers = {
  articles: async ({ db }, { language }, { category, cursor, size = DEFAULT_SIZE }) => {
    const page = { language, category, codes: undefined, before: parsePlace(cursor), size: size + 1 };
    return done(presentHeads(await store.listArticles(db, page), size, { language }));
  },
  articlesForMe: async ({ db }, { member, language }, { cursor, size = DEFAULT_SIZE }) => {
    const codes = await store.readInterests(db, member.userId);
    const page = { language, category: undefined, codes, before: parsePlace(cursor), size: size + 1 };
    return done(presentHeads(await store.listArticles(db, page), size, { language }));
  },
  article: async ({ db }, { language }, { id }) => {
    const row = await store.byId(db, id, language);
    if (!row) return refuse('not_found', { field: 'id' });
    const { body, source, codes } = row;
    return done({ ...presentHead(row, { language }), body, source, codes: [...codes] });
  },
} satisfies HandlersFor<'articles' | 'articlesForMe' | 'article'>;

import type { Language } from '@khara/contract';
import { recordRemoval, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

/** Articles with their texts in every language: the log answers for them. */
export const ARTICLES: RecordedTable = {
  type: 'text.article',
  table: 'content.article',
  id: 'id',
  columns: [
    't.category',
    't.source',
    't.cover',
    't.codes',
    "to_char(t.market_date, 'YYYY-MM-DD')",
    't.at',
    't.published',
    't.seeded',
    't.request_id',
    '(SELECT json_agg(json_build_array(x.language, x.title, x.summary, x.body) ORDER BY x.language) FROM content.article_text x WHERE x.article_id = t.id)',
  ],
};

export type Category = 'market' | 'company' | 'learn' | 'safety' | 'khara';

export type ArticleHead = {
  readonly id: string;
  readonly category: Category;
  readonly source: 'khara' | 'simulation';
  readonly cover: string | undefined;
  readonly codes: readonly string[];
  readonly marketDate: string | undefined;
  readonly at: number;
  readonly title: string;
  readonly summary: string;
  /** Characters of the text, for the time it takes to read. */
  readonly length: number;
};
export type Article = ArticleHead & { readonly body: string };

const HEAD = `a.id, a.category, a.source, a.cover, a.codes, a.market_date, a.at, t.title, t.summary, length(t.body) as length`;

export type Place = { readonly at: bigint; readonly id: string };

/** Published articles in a language, the newest first; only those about some companies where `codes` are given. */
export async function listArticles(
  db: Queryable,
  page: {
    readonly language: Language;
    readonly category: Category | undefined;
    readonly codes: readonly string[] | undefined;
    readonly before: Place | undefined;
    readonly size: number;
  },
): Promise<readonly ArticleHead[]> {
  return db.query<ArticleHead>(
    'articles.list',
    `SELECT ${HEAD} FROM content.article a JOIN content.article_text t ON t.article_id = a.id AND t.language = $1
     WHERE a.published AND ($2::text IS NULL OR a.category = $2) AND ($3::text[] IS NULL OR a.codes && $3)
       AND ($4::bigint IS NULL OR (a.at, a.id) < ($4, $5))
     ORDER BY a.at DESC, a.id DESC LIMIT $6`,
    [
      page.language,
      page.category ?? null,
      page.codes ?? null,
      page.before?.at ?? null,
      page.before?.id ?? null,
      page.size,
    ],
  );
}

/** Companies that a member holds, watches or has applied for. */
export async function readInterests(db: Queryable, memberId: string): Promise<readonly string[]> {
  const rows = await db.query<{ code: string }>(
    'articles.interests',
    'SELECT code FROM content.interest WHERE member_id = $1',
    [memberId],
  );
  return rows.map(({ code }) => code);
}

export async function byId(db: Queryable, id: string, language: Language): Promise<Article | undefined> {
  const rows = await db.query<Article>(
    'articles.by_id',
    `SELECT ${HEAD}, t.body FROM content.article a JOIN content.article_text t ON t.article_id = a.id AND t.language = $2
     WHERE a.id = $1 AND a.published`,
    [id, language],
  );
  return rows[0];
}

export type ArticleText = { readonly title: string; readonly summary: string; readonly body: string };
export type NewArticle = {
  readonly id: string;
  readonly category: Category;
  readonly source: 'khara' | 'simulation';
  readonly cover: string | undefined;
  readonly codes: readonly string[];
  readonly marketDate: string | undefined;
  readonly at: number;
  /** Hash of the file that it comes from; undefined of what people or the simulation write. */
  readonly seeded: string | undefined;
  readonly texts: Readonly<Record<Language, ArticleText>>;
};
/** An article as two people agreed to it. */
export type DecidedArticle = Pick<NewArticle, 'id' | 'category' | 'codes' | 'at' | 'texts'> & {
  readonly published: boolean;
  readonly requestId: bigint;
};

/** Hashes of the articles that came from files; undefined of those that people have written. */
export async function seededHashes(db: Queryable): Promise<ReadonlyMap<string, string | undefined>> {
  const rows = await db.query<{ id: string; seeded: string | undefined }>(
    'articles.seeded',
    `SELECT id, seeded FROM content.article WHERE source = 'khara'`,
  );
  return new Map(rows.map((row) => [row.id, row.seeded]));
}

/**
 * Writes an article of the release or of the simulation, in the place of one of the same id. Its date stays
 * when it is only written anew. What people have written stays: only the release's own replaces it.
 */
export async function writeArticle(tx: Tx, article: NewArticle): Promise<void> {
  const rows = await tx.query(
    'articles.write',
    `INSERT INTO content.article (id, category, source, cover, codes, market_date, at, seeded)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET category = $2, source = $3, cover = $4, codes = $5, market_date = $6, seeded = $8,
       published = true, request_id = NULL WHERE article.request_id IS NULL OR excluded.seeded IS NOT NULL
     RETURNING id`,
    [
      article.id,
      article.category,
      article.source,
      article.cover ?? null,
      article.codes,
      article.marketDate ?? null,
      article.at,
      article.seeded ?? null,
    ],
  );
  if (rows.length > 0) await writeTexts(tx, article, 'written');
}

/** Writes an article of people. The database looks for the request that two of them agreed to. */
export async function publishDecided(tx: Tx, article: DecidedArticle): Promise<void> {
  const { id, category, codes, at, published, requestId } = article;
  await tx.query(
    'articles.publish_decided',
    `INSERT INTO content.article (id, category, source, codes, at, published, request_id)
     VALUES ($1, $2, 'khara', $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET category = $2, source = 'khara', codes = $3, seeded = NULL, published = $5, request_id = $6`,
    [id, category, codes, at, published, requestId],
  );
  await writeTexts(tx, article, published ? 'written' : 'hidden');
}

/** Whether people have written an article that is shown. */
export const isOfPeople = async (tx: Tx, id: string): Promise<boolean> => {
  const rows = await tx.query(
    'articles.is_of_people',
    'SELECT FROM content.article WHERE id = $1 AND published AND request_id IS NOT NULL FOR UPDATE',
    [id],
  );
  return rows.length > 0;
};

export async function hideArticle(tx: Tx, id: string): Promise<void> {
  await tx.query('articles.hide', 'UPDATE content.article SET published = false WHERE id = $1', [id]);
  await recordRow(tx, ARTICLES, id, 'hidden');
}

async function writeTexts(
  tx: Tx,
  article: Pick<NewArticle, 'id' | 'texts'>,
  what: 'written' | 'hidden',
): Promise<void> {
  const languages = Object.keys(article.texts);
  const texts = Object.values(article.texts);
  await tx.query(
    'articles.write_texts',
    `INSERT INTO content.article_text (article_id, language, title, summary, body)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
     ON CONFLICT (article_id, language) DO UPDATE SET title = excluded.title, summary = excluded.summary, body = excluded.body`,
    [
      article.id,
      languages,
      texts.map(({ title }) => title),
      texts.map(({ summary }) => summary),
      texts.map(({ body }) => body),
    ],
  );
  await recordRow(tx, ARTICLES, article.id, what);
}

export const hasArticle = async (db: Queryable, id: string): Promise<boolean> => (await idsAmong(db, [id])).has(id);

export const dropArticles = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  const rows = await tx.query<{ id: string }>(
    'articles.drop',
    'DELETE FROM content.article WHERE id = ANY($1) RETURNING id',
    [ids],
  );
  await recordDropped(tx, rows);
};

async function recordDropped(tx: Tx, rows: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of rows) await recordRemoval(tx, ARTICLES, { id, member: undefined });
}

/** Which of these articles are there. */
export async function idsAmong(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    'articles.ids_among',
    'SELECT id FROM content.article WHERE id = ANY($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Drops what the simulation wrote about days before the newest `keptDays` that it wrote about. */
export async function dropReports(tx: Tx, keptDays: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    'articles.drop_reports',
    `DELETE FROM content.article WHERE source = 'simulation' AND market_date < (
       SELECT min(market_date) FROM (
         SELECT DISTINCT market_date FROM content.article WHERE source = 'simulation' AND market_date IS NOT NULL
         ORDER BY market_date DESC LIMIT $1) kept) RETURNING id`,
    [keptDays],
  );
  await recordDropped(tx, rows);
}

import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '../../db.ts';

/** The module's SQL, and nothing but SQL. */

export type Category = 'market' | 'company' | 'learn' | 'safety' | 'khara';

export type HeadRow = {
  readonly id: string;
  readonly category: Category;
  readonly source: 'khara' | 'simulation';
  readonly cover: string | null;
  readonly codes: readonly string[];
  readonly market_date: string | null;
  readonly at: bigint;
  readonly title: string;
  readonly summary: string;
  /** Characters of the text, for the time it takes to read. */
  readonly length: number;
};
export type ArticleRow = HeadRow & { readonly body: string };

const HEAD = `a.id, a.category, a.source, a.cover, a.codes, a.market_date, a.at, t.title, t.summary, length(t.body) as length`;

export type Place = { readonly at: bigint; readonly id: string };

/** Published articles in a language, the newest first; only those about some companies where `codes` are given. */
export async function list(
  db: Queryable,
  page: {
    readonly language: Language;
    readonly category: Category | undefined;
    readonly codes: readonly string[] | undefined;
    readonly before: Place | undefined;
    readonly size: number;
  },
): Promise<readonly HeadRow[]> {
  return db.query<HeadRow>(
    'articles.list',
    `select ${HEAD} from content.article a join content.article_text t on t.article_id = a.id and t.language = $1
     where a.published and ($2::text is null or a.category = $2) and ($3::text[] is null or a.codes && $3)
       and ($4::bigint is null or (a.at, a.id) < ($4, $5))
     order by a.at desc, a.id desc limit $6`,
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
export async function interestsOf(db: Queryable, memberId: string): Promise<readonly string[]> {
  const rows = await db.query<{ code: string }>(
    'articles.interests',
    'select code from content.interest where member_id = $1',
    [memberId],
  );
  return rows.map(({ code }) => code);
}

export async function byId(db: Queryable, id: string, language: Language): Promise<ArticleRow | undefined> {
  const rows = await db.query<ArticleRow>(
    'articles.by_id',
    `select ${HEAD}, t.body from content.article a join content.article_text t on t.article_id = a.id and t.language = $2
     where a.id = $1 and a.published`,
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
  /** Hash of what it was seeded from; undefined for one that is written here. */
  readonly seeded: string | undefined;
  readonly texts: Readonly<Record<Language, ArticleText>>;
};

/** Hashes of the articles that came from files and that nobody has edited since. */
export async function seeded(db: Queryable): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.query<{ id: string; seeded: string | null }>(
    'articles.seeded',
    `select id, seeded from content.article where source = 'khara'`,
  );
  return new Map(rows.map((row) => [row.id, row.seeded]));
}

/** Writes an article, in the place of one of the same id. Its date stays when it is only written anew. */
export async function write(tx: Tx, article: NewArticle): Promise<void> {
  await tx.query(
    'articles.write',
    `insert into content.article (id, category, source, cover, codes, market_date, at, seeded)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set category = $2, cover = $4, codes = $5, market_date = $6, seeded = $8`,
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
  const languages = Object.keys(article.texts);
  const texts = Object.values(article.texts);
  await tx.query(
    'articles.write_texts',
    `insert into content.article_text (article_id, language, title, summary, body)
     select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[])
     on conflict (article_id, language) do update set title = excluded.title, summary = excluded.summary, body = excluded.body`,
    [
      article.id,
      languages,
      texts.map(({ title }) => title),
      texts.map(({ summary }) => summary),
      texts.map(({ body }) => body),
    ],
  );
}

export const has = async (db: Queryable, id: string): Promise<boolean> => (await idsAmong(db, [id])).has(id);

export const drop = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.query('articles.drop', 'delete from content.article where id = any($1)', [ids]);
};

/** Which of these articles are there. */
export async function idsAmong(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(
    'articles.ids_among',
    'select id from content.article where id = any($1)',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Drops what the simulation wrote about days before the newest so many that it wrote about. */
export async function dropReports(tx: Tx, keptDays: number): Promise<void> {
  await tx.query(
    'articles.drop_reports',
    `delete from content.article where source = 'simulation' and market_date < (
       select min(market_date) from (
         select distinct market_date from content.article where source = 'simulation' and market_date is not null
         order by market_date desc limit $1) kept)`,
    [keptDays],
  );
}

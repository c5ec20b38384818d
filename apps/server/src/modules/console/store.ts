import type { ARTICLE_CATEGORIES, Language } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';

/** SQL of what the back office reads: its own views, which hide what staff do not need. */

type Waiting = { readonly request_id: bigint | null };

export const identities = (db: Queryable) =>
  db.query<
    Waiting & {
      readonly id: bigint;
      readonly member_id: string;
      readonly name: string;
      readonly submitted_at: bigint;
      readonly front_id: string;
      readonly back_id: string;
    }
  >('console.identities', 'select * from console.identity_line order by submitted_at limit 200');

export type MoneyLine = Waiting & {
  readonly order_number: string;
  readonly member_id: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: string;
  readonly amount: bigint;
  readonly at: bigint;
};

export const recharges = (db: Queryable) =>
  db.query<MoneyLine>('console.recharges', 'select * from console.recharge_line order by at limit 200');

export const withdrawals = (db: Queryable) =>
  db.query<MoneyLine & { readonly fee: bigint; readonly decides_by: bigint }>(
    'console.withdrawals',
    'select * from console.withdrawal_line order by at limit 200',
  );

export const appeals = (db: Queryable) =>
  db.query<
    Waiting & {
      readonly id: string;
      readonly member_id: string;
      readonly rule: string;
      readonly points: number;
      readonly text: string;
      readonly submitted_at: bigint;
      readonly decides_by: bigint;
    }
  >('console.appeals', 'select * from console.appeal_line order by submitted_at limit 200');

export const offerings = (db: Queryable) =>
  db.query<
    Waiting & {
      readonly id: string;
      readonly kind: string;
      readonly code: string;
      readonly state: string;
      readonly applications: number;
      readonly closes_ms: bigint | null;
    }
  >('console.offerings', 'select * from console.offering_line order by market_day desc, id limit 200');

export type Category = (typeof ARTICLE_CATEGORIES)[number];
export const articles = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly category: Category;
    readonly source: 'khara' | 'simulation';
    readonly title: string;
    readonly published: boolean;
    readonly at: bigint;
  }>(
    'console.articles',
    `select a.id, a.category, a.source, t.title, a.published, a.at from content.article a
     join content.article_text t on t.article_id = a.id and t.language = 'en' order by a.at desc, a.id desc limit 500`,
  );

export type ArticleRow = {
  readonly id: string;
  readonly category: Category;
  readonly source: 'khara' | 'simulation';
  readonly cover: string | null;
  readonly codes: readonly string[];
  readonly market_date: string | null;
  readonly published: boolean;
};
export async function article(db: Queryable, id: string): Promise<ArticleRow | undefined> {
  const rows = await db.query<ArticleRow>(
    'console.article',
    'select id, category, source, cover, codes, market_date, published from content.article where id = $1',
    [id],
  );
  return rows[0];
}

export const articleTexts = (db: Queryable, id: string) =>
  db.query<{ readonly language: Language; readonly title: string; readonly summary: string; readonly body: string }>(
    'console.article_texts',
    'select language, title, summary, body from content.article_text where article_id = $1',
    [id],
  );

export const votes = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly title: string;
    readonly closes_at: bigint;
    readonly option_id: string;
    readonly option_name: string;
    readonly flag: string;
    readonly votes: bigint;
  }>('console.votes', 'select * from console.vote_line order by closes_at desc, id, place limit 1000');

export const announcements = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly texts: Readonly<Record<Language, { readonly title: string; readonly body: string }>>;
    readonly link: string | null;
    readonly maker: string;
    readonly checker: string;
    readonly members: number;
    readonly at: bigint;
  }>('console.announcements', 'select * from console.announcement_line order by at desc, id limit 200');

export const ledgerTotals = (db: Queryable) =>
  db.query<{
    readonly asset: string;
    readonly code: number;
    readonly owner: string;
    readonly accounts: bigint;
    readonly balance: string;
  }>('console.ledger_totals', 'select * from console.ledger_total order by asset, code, owner');

export const checks = (db: Queryable) =>
  db.query<{ readonly name: string; readonly violations: bigint }>(
    'console.checks',
    'select name, violations from audit.check_often() order by name',
  );

export async function checkpoint(db: Queryable): Promise<{ readonly size: bigint; readonly note: string } | undefined> {
  const rows = await db.query<{ size: bigint; note: string }>(
    'console.checkpoint',
    'select * from console.checkpoint_line',
  );
  return rows[0];
}

export const audit = (db: Queryable, before: bigint | null, size: number) =>
  db.query<{
    readonly id: bigint;
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
    readonly at: bigint;
  }>(
    'console.audit',
    'select * from console.audit_line where $1::bigint is null or id < $1 order by id desc limit $2',
    [before, size],
  );

export const accounts = (db: Queryable, id: string | undefined, before: bigint | null, size: number) =>
  db.query<{
    readonly id: string;
    readonly number: bigint;
    readonly phone: string;
    readonly kyc_status: string;
    readonly created_at: bigint;
    readonly erases_at: bigint | null;
  }>(
    'console.accounts',
    `select * from console.account_line where ($1::text is null or id = $1) and ($2::bigint is null or number < $2)
     order by number desc limit $3`,
    [id ?? null, before, size],
  );

export async function waiting(db: Queryable) {
  const rows = await db.query<{
    readonly withdrawals: bigint;
    readonly oldest_withdrawal: bigint | null;
    readonly identities: bigint;
    readonly appeals: bigint;
    readonly unread: bigint;
    readonly unsealed: bigint;
    readonly jobs_failed: bigint;
  }>('console.waiting', 'select * from console.waiting');
  return rows[0]!; // one row of counts
}

export async function booksStop(
  db: Queryable,
): Promise<{ readonly id: bigint; readonly check_name: string } | undefined> {
  const rows = await db.query<{ id: bigint; check_name: string }>(
    'console.books_stop',
    'select id, check_name from console.books_stop_line',
  );
  return rows[0];
}

/** Notes an act of one person, for the audit and for whom it concerns, in the caller's transaction. Answers the person's staff number. */
export async function note(
  db: Queryable,
  act: {
    readonly tokenHash: Buffer;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
    readonly memberId?: string | undefined;
    readonly at: number;
  },
): Promise<string> {
  const rows = await db.query<{ staff: string }>(
    'console.note',
    'select console.note($1, $2, $3, $4, $5, $6) as staff',
    [act.tokenHash, act.action, act.subject, act.reason, act.memberId ?? null, act.at],
  );
  return rows[0]!.staff; // a function answers one row
}

/** Whose picture may be looked at: of an identity check under review, or sent to customer service. */
export async function ownerOfOpenPicture(db: Queryable, id: string): Promise<string | undefined> {
  const rows = await db.query<{ member_id: string }>(
    'console.owner_of_open_picture',
    `select member_id from kyc.application where status = 'under_review' and $1 in (front_id, back_id)
     union select member_id from support.message where picture_id = $1`,
    [id],
  );
  return rows[0]?.member_id;
}

/** Whose identity check under review it is, and the last four digits of the number. */
export async function openIdentity(
  db: Queryable,
  id: string,
): Promise<{ readonly memberId: string; readonly lastFour: string } | undefined> {
  const rows = await db.query<{ memberId: string; lastFour: string }>(
    'console.open_identity',
    `select member_id as "memberId", last_four as "lastFour" from kyc.application where status = 'under_review' and id::text = $1`,
    [id],
  );
  return rows[0];
}

export const hasWritten = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.query('console.has_written', 'select from support.message where member_id = $1 limit 1', [memberId]))
    .length > 0;

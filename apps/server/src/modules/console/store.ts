import type { ARTICLE_CATEGORIES, Language } from '@khara/contract';
import type { DecidedArticle } from '#modules/articles/index.ts';
import { expectRecord } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** SQL of what the back office reads: its own views, which hide what staff do not need. */

/**
 * Lines of a queue, in the order of `by`, each with the request about it that waits: the action's first word
 * says what it is about.
 */
const queue = <T>(db: Queryable, about: 'identity' | 'recharge' | 'withdrawal' | 'appeal' | 'offering', by: string) =>
  db.query<T & { readonly requestId: bigint | undefined }>(
    `console.${about}_queue`,
    `SELECT l.*, r.id AS request_id FROM console.${about}_line l LEFT JOIN console.request_line r
       ON r.subject = l.id::text AND r.action LIKE '${about}.%' AND r.state IN ('open', 'approved')
     ORDER BY l.${by} LIMIT 200`,
  );

export const identities = (db: Queryable) =>
  queue<{
    readonly id: bigint;
    readonly memberId: string;
    readonly name: string;
    readonly submittedAt: number;
    readonly frontId: string;
    readonly backId: string;
  }>(db, 'identity', 'submitted_at');

export type MoneyLine = {
  readonly id: string;
  readonly memberId: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: string;
  readonly amount: bigint;
  readonly at: number;
  readonly requestId: bigint | undefined;
};

export const recharges = (db: Queryable) => queue<MoneyLine>(db, 'recharge', 'at');

export const withdrawals = (db: Queryable) =>
  queue<MoneyLine & { readonly fee: bigint; readonly decidesBy: bigint }>(db, 'withdrawal', 'at');

export const appeals = (db: Queryable) =>
  queue<{
    readonly id: string;
    readonly memberId: string;
    readonly rule: string;
    readonly points: number;
    readonly text: string;
    readonly submittedAt: number;
    readonly decidesBy: bigint;
  }>(db, 'appeal', 'submitted_at');

export const offerings = (db: Queryable) =>
  queue<{
    readonly id: string;
    readonly kind: string;
    readonly code: string;
    readonly state: string;
    readonly applications: number;
    readonly closesAt: number | undefined;
  }>(db, 'offering', 'market_day DESC, l.id');

/** How far an offering is; undefined when there is none. */
export async function offeringToWithdraw(db: Queryable, id: string) {
  const [offering] = await db.query<{ readonly state: string; readonly closesAt: number | undefined }>(
    'console.offering_to_withdraw',
    'SELECT state, closes_ms FROM console.offering_line WHERE id = $1',
    [id],
  );
  return offering;
}

export type Category = (typeof ARTICLE_CATEGORIES)[number];
export const articles = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly category: Category;
    readonly source: 'khara' | 'simulation';
    readonly title: string;
    readonly published: boolean;
    readonly maker: string | undefined;
    readonly checker: string | undefined;
    readonly at: number;
  }>(
    'console.articles',
    `SELECT a.id, a.category, a.source, t.title, a.published, r.maker, r.checker, a.at FROM content.article a
     JOIN content.article_text t ON t.article_id = a.id AND t.language = 'en'
     LEFT JOIN console.request_line r ON r.id = a.request_id ORDER BY a.at DESC, a.id DESC LIMIT 500`,
  );

export async function article(db: Queryable, id: string) {
  const [found] = await db.query<Pick<DecidedArticle, 'id' | 'category' | 'codes' | 'published'>>(
    'console.article',
    'SELECT id, category, codes, published FROM content.article WHERE id = $1',
    [id],
  );
  return found;
}

export const articleTexts = (db: Queryable, id: string) =>
  db.query<{ readonly language: Language; readonly title: string; readonly summary: string; readonly body: string }>(
    'console.article_texts',
    'SELECT language, title, summary, body FROM content.article_text WHERE article_id = $1',
    [id],
  );

export const votes = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly title: string;
    readonly closesAt: number;
    readonly optionId: string;
    readonly optionName: string;
    readonly flag: string;
    readonly votes: bigint;
  }>('console.votes', 'SELECT * FROM console.vote_line ORDER BY closes_at DESC, id, place LIMIT 1000');

export const announcements = (db: Queryable) =>
  db.query<{
    readonly id: string;
    readonly texts: Readonly<Record<Language, { readonly title: string; readonly body: string }>>;
    readonly link: string | undefined;
    readonly maker: string;
    readonly checker: string;
    readonly members: number;
    readonly at: number;
  }>('console.announcements', 'SELECT * FROM console.announcement_line ORDER BY at DESC, id LIMIT 200');

export const isAnnounced = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.query('console.is_announced', 'SELECT FROM console.announcement_line WHERE id = $1', [id])).length > 0;

export const ledgerTotals = (db: Queryable) =>
  db.query<{
    readonly asset: string;
    readonly code: number;
    readonly owner: string;
    readonly accounts: bigint;
    readonly balance: string;
  }>('console.ledger_totals', 'SELECT * FROM console.ledger_total ORDER BY asset, code, owner');

export const checks = (db: Queryable) =>
  db.query<{ readonly name: string; readonly violations: bigint }>(
    'console.checks',
    'SELECT name, violations FROM audit.check_often() ORDER BY name',
  );

export async function checkpoint(db: Queryable): Promise<{ readonly size: bigint; readonly note: string } | undefined> {
  const rows = await db.query<{ size: bigint; note: string }>(
    'console.checkpoint',
    'SELECT * FROM console.checkpoint_line',
  );
  return rows[0];
}

export const audit = (db: Queryable, before: bigint | undefined, size: number) =>
  db.query<{
    readonly id: bigint;
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
    readonly at: number;
  }>(
    'console.audit',
    'SELECT * FROM console.audit_line WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2',
    [before ?? null, size],
  );

export const accounts = (db: Queryable, id: string | undefined, before: bigint | undefined, size: number) =>
  db.query<{
    readonly id: string;
    readonly number: bigint;
    readonly phone: string;
    readonly kycStatus: string;
    readonly createdAt: number;
    readonly erasesAt: number | undefined;
  }>(
    'console.accounts',
    `SELECT * FROM console.account_line WHERE ($1::text IS NULL OR id = $1) AND ($2::bigint IS NULL OR number < $2)
     ORDER BY number DESC LIMIT $3`,
    [id ?? null, before ?? null, size],
  );

export async function waitingCounts(db: Queryable) {
  const rows = await db.query<{
    readonly withdrawals: bigint;
    readonly oldestWithdrawal: bigint | undefined;
    readonly identities: bigint;
    readonly appeals: bigint;
    readonly unread: bigint;
    readonly unsealed: bigint;
    readonly jobsFailed: bigint;
  }>('console.waiting', 'SELECT * FROM console.waiting');
  return rows[0]!; // one row of counts
}

export async function booksStop(
  db: Queryable,
): Promise<{ readonly id: bigint; readonly checkName: string } | undefined> {
  const rows = await db.query<{ id: bigint; checkName: string }>(
    'console.books_stop',
    'SELECT id, check_name FROM console.books_stop_line',
  );
  return rows[0];
}

/**
 * Notes an act of one person, for the audit and for whom it concerns, in the caller's transaction. Answers
 * the person's staff number.
 */
export async function recordAct(
  tx: Tx,
  act: {
    readonly tokenHash: Buffer;
    readonly action: string;
    readonly subject: string;
    readonly reason: string;
    readonly memberId?: string | undefined;
    readonly at: number;
  },
): Promise<string> {
  const { tokenHash, action, subject, reason, memberId, at } = act;
  expectRecord(tx, 'ops.line', { action, subject, reason, at });
  if (memberId !== undefined) expectRecord(tx, 'account.access', { owner: `u:${memberId}`, action, reason, at });
  const rows = await tx.query<{ staff: string }>(
    'console.record_act',
    'SELECT console.record_act($1, $2, $3, $4, $5, $6) AS staff',
    [tokenHash, action, subject, reason, memberId ?? null, at],
  );
  return rows[0]!.staff; // a function answers one row
}

/** Whose picture may be looked at: of an identity check under review, or sent to customer service. */
export async function ownerOfOpenPicture(db: Queryable, id: string): Promise<string | undefined> {
  const rows = await db.query<{ memberId: string }>(
    'console.owner_of_open_picture',
    `SELECT member_id FROM kyc.application WHERE status = 'under_review' AND $1 IN (front_id, back_id)
     UNION SELECT member_id FROM support.message WHERE picture_id = $1`,
    [id],
  );
  return rows[0]?.memberId;
}

/** Whose identity check under review it is, and the last four digits of the number. */
export async function openIdentity(
  db: Queryable,
  id: string,
): Promise<{ readonly memberId: string; readonly lastFour: string } | undefined> {
  const rows = await db.query<{ memberId: string; lastFour: string }>(
    'console.open_identity',
    `SELECT member_id, last_four FROM kyc.application WHERE status = 'under_review' AND id::text = $1`,
    [id],
  );
  return rows[0];
}

export const hasWritten = async (db: Queryable, memberId: string): Promise<boolean> =>
  (await db.query('console.has_written', 'SELECT FROM support.message WHERE member_id = $1 LIMIT 1', [memberId]))
    .length > 0;

/** Who works here, and whether they have a second factor. */
export const listStaff = (
  db: Queryable,
): Promise<readonly { readonly number: string; readonly name: string; readonly secondFactor: boolean }[]> =>
  db.query(
    'console.staff_factors',
    'SELECT number, name, second_factor FROM console.factor_line ORDER BY length(number), number',
  );

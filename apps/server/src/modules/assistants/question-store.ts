/** SQL of orders that members are asked about. Instants are ms. */
import type { Queryable, Tx } from '#src/ports/database.ts';
import { isOwnRow, type MacKeys, type Signed, signRows, type SignedTable } from '#src/security/row-mac.ts';

/** An order that an assistant would place. Its id is that of the order's request. */
export type Question = {
  readonly id: string;
  readonly userId: string;
  readonly programKey: string;
  readonly side: 'buy' | 'sell';
  readonly code: string;
  /** JSON: the order's fields as they were rehearsed. */
  readonly terms: string;
  /** The protected price of an order at the market when it was rehearsed, in paise. */
  readonly leftPaise: bigint | undefined;
  readonly why: string | undefined;
  readonly askedAt: number;
  readonly untilAt: number;
};
export type AskedQuestion = Question & {
  readonly answeredAt: number | undefined;
  /** Of one that gave no order: `declined`, or why the order was refused. */
  readonly refusal: string | undefined;
};

const SIGNED_QUESTIONS: SignedTable<Question> = {
  table: 'trading.assistant_question',
  said: (of) => [
    of.id,
    of.userId,
    of.programKey,
    of.side,
    of.code,
    of.terms,
    of.leftPaise,
    of.why,
    of.askedAt,
    of.untilAt,
  ],
};

/** Keeps a question. False: it was asked before. */
export async function insertQuestion(tx: Tx, keys: MacKeys, question: Question): Promise<boolean> {
  const [row] = signRows(keys, SIGNED_QUESTIONS, [question]);
  const rows = await tx.query(
    'assistants.insert_question',
    `INSERT INTO trading.assistant_question (id, user_id, program_key, side, code, terms, left_paise, why, asked_ms, until_ms, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      question.id,
      question.userId,
      question.programKey,
      question.side,
      question.code,
      question.terms,
      question.leftPaise,
      question.why,
      question.askedAt,
      question.untilAt,
      row!.mac,
    ],
  );
  return rows.length > 0;
}

const QUESTION = `id, user_id, program_key, side, code, terms, left_paise, why, asked_ms, until_ms, answered_ms, refusal, mac`;

const isOwn = (keys: MacKeys, { mac, ...row }: Signed<AskedQuestion>): boolean =>
  isOwnRow(keys, SIGNED_QUESTIONS.table, SIGNED_QUESTIONS.said(row), mac);

/** A question that a server of ours asked this member; undefined of any other. */
export async function readQuestion(
  db: Queryable,
  keys: MacKeys,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<AskedQuestion | undefined> {
  const rows = await db.query<Signed<AskedQuestion>>(
    'assistants.question',
    `SELECT ${QUESTION} FROM trading.assistant_question WHERE id = $1 AND user_id = $2`,
    [id, userId],
  );
  return rows.find((row) => isOwn(keys, row));
}

/** Those that a member may answer now, the oldest first. */
export async function waitingQuestions(
  db: Queryable,
  keys: MacKeys,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<readonly AskedQuestion[]> {
  const rows = await db.query<Signed<AskedQuestion>>(
    'assistants.waiting_questions',
    `SELECT ${QUESTION} FROM trading.assistant_question
     WHERE user_id = $1 AND answered_ms IS NULL AND until_ms > $2 ORDER BY asked_ms, id LIMIT 20`,
    [userId, now],
  );
  return rows.filter((row) => isOwn(keys, row));
}

/** Notes how a question was answered. False: it was answered before. */
export async function answerQuestion(
  db: Queryable,
  id: string,
  { now, refusal }: { readonly now: number; readonly refusal?: string },
): Promise<boolean> {
  const rows = await db.query(
    'assistants.answer_question',
    `UPDATE trading.assistant_question SET answered_ms = $2, refusal = $3 WHERE id = $1 AND answered_ms IS NULL RETURNING id`,
    [id, now, refusal],
  );
  return rows.length > 0;
}

/** Notes why the order that a member allowed was refused. */
export const noteRefused = (db: Queryable, id: string, refusal: string): Promise<unknown> =>
  db.query('assistants.note_refused', 'UPDATE trading.assistant_question SET refusal = $2 WHERE id = $1', [
    id,
    refusal,
  ]);

/** Forgets questions that were asked before an instant. */
export const forgetQuestions = (db: Queryable, before: number): Promise<unknown> =>
  db.query('assistants.forget_questions', 'DELETE FROM trading.assistant_question WHERE asked_ms < $1', [before]);

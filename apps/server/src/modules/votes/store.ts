import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

export type Vote = {
  readonly id: string;
  readonly closesAt: number;
  readonly title: string;
  readonly description: string;
  readonly votedOptionId: string | undefined;
};
export type VoteOption = {
  readonly id: string;
  readonly flag: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly votes: bigint;
};

/** A vote by its id, or the one that closes next, or the last that closed. */
export async function findVote(
  db: Queryable,
  ask: {
    readonly id: string | undefined;
    readonly language: Language;
    readonly memberId: string | undefined;
    readonly now: number;
  },
): Promise<Vote | undefined> {
  const rows = await db.query<Vote>(
    'votes.find',
    `SELECT v.id, v.closes_at, t.title, t.description, b.option_id AS voted_option_id
     FROM content.vote v JOIN content.vote_text t ON t.vote_id = v.id AND t.language = $2
     LEFT JOIN content.ballot b ON b.vote_id = v.id AND b.member_id = $3
     WHERE $1::text IS NULL OR v.id = $1
     ORDER BY (v.closes_at > $4) DESC, CASE WHEN v.closes_at > $4 THEN v.closes_at END, v.closes_at DESC LIMIT 1`,
    [ask.id ?? null, ask.language, ask.memberId ?? null, ask.now],
  );
  return rows[0];
}

export const listOptions = (db: Queryable, voteId: string): Promise<readonly VoteOption[]> =>
  db.query<VoteOption>(
    'votes.options',
    `SELECT o.id, o.flag, o.names, count(b.*) AS votes FROM content.vote_option o
     LEFT JOIN content.ballot b ON b.option_id = o.id WHERE o.vote_id = $1 GROUP BY o.id ORDER BY o.place`,
    [voteId],
  );

export async function voteOfOption(
  db: Queryable,
  optionId: string,
): Promise<{ readonly voteId: string; readonly closesAt: number } | undefined> {
  const rows = await db.query<{ voteId: string; closesAt: number }>(
    'votes.of_option',
    'SELECT o.vote_id, v.closes_at FROM content.vote_option o JOIN content.vote v ON v.id = o.vote_id WHERE o.id = $1',
    [optionId],
  );
  const [row] = rows;
  return row && { voteId: row.voteId, closesAt: row.closesAt };
}

/** Casts a ballot. Answers false when this member has cast one. */
export async function castBallot(
  db: Queryable,
  ballot: { readonly voteId: string; readonly optionId: string; readonly memberId: string; readonly at: number },
): Promise<boolean> {
  const rows = await db.query(
    'votes.cast',
    `INSERT INTO content.ballot (vote_id, member_id, option_id, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (vote_id, member_id) DO NOTHING RETURNING vote_id`,
    [ballot.voteId, ballot.memberId, ballot.optionId, ballot.at],
  );
  return rows.length > 0;
}

export type NewVote = {
  readonly id: string;
  readonly closesAt: number;
  readonly at: number;
  readonly texts: Readonly<Record<Language, { readonly title: string; readonly description: string }>>;
  readonly options: readonly {
    readonly id: string;
    readonly flag: string;
    readonly names: Readonly<Record<Language, string>>;
  }[];
};

/** Opens a vote, unless there is one of this id. */
export async function openVote(tx: Tx, vote: NewVote): Promise<boolean> {
  const rows = await tx.query(
    'votes.open',
    'INSERT INTO content.vote (id, closes_at, at) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id',
    [vote.id, vote.closesAt, vote.at],
  );
  if (rows.length === 0) return false;
  for (const [language, { title, description }] of Object.entries(vote.texts)) {
    await tx.query(
      'votes.open_text',
      'INSERT INTO content.vote_text (vote_id, language, title, description) VALUES ($1, $2, $3, $4)',
      [vote.id, language, title, description],
    );
  }
  for (const [place, { id, flag, names }] of vote.options.entries()) {
    await tx.query(
      'votes.open_option',
      'INSERT INTO content.vote_option (id, vote_id, place, flag, names) VALUES ($1, $2, $3, $4, $5)',
      [id, vote.id, place, flag, JSON.stringify(names)],
    );
  }
  return true;
}

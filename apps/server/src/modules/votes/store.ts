import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

export type VoteRow = {
  readonly id: string;
  readonly closes_at: bigint;
  readonly title: string;
  readonly description: string;
  readonly voted_option_id: string | null;
};
export type OptionRow = {
  readonly id: string;
  readonly flag: string;
  readonly names: Readonly<Record<Language, string>>;
  readonly votes: bigint;
};

/** A vote by its id, or the one that closes next, or the last that closed. */
export async function find(
  db: Queryable,
  ask: {
    readonly id: string | undefined;
    readonly language: Language;
    readonly memberId: string | undefined;
    readonly now: number;
  },
): Promise<VoteRow | undefined> {
  const rows = await db.query<VoteRow>(
    'votes.find',
    `select v.id, v.closes_at, t.title, t.description, b.option_id as voted_option_id
     from content.vote v join content.vote_text t on t.vote_id = v.id and t.language = $2
     left join content.ballot b on b.vote_id = v.id and b.member_id = $3
     where $1::text is null or v.id = $1
     order by (v.closes_at > $4) desc, case when v.closes_at > $4 then v.closes_at end, v.closes_at desc limit 1`,
    [ask.id ?? null, ask.language, ask.memberId ?? null, ask.now],
  );
  return rows[0];
}

export const optionsOf = (db: Queryable, voteId: string): Promise<readonly OptionRow[]> =>
  db.query<OptionRow>(
    'votes.options',
    `select o.id, o.flag, o.names, count(b.*) as votes from content.vote_option o
     left join content.ballot b on b.option_id = o.id where o.vote_id = $1 group by o.id order by o.place`,
    [voteId],
  );

export async function voteOfOption(
  db: Queryable,
  optionId: string,
): Promise<{ readonly voteId: string; readonly closesAt: number } | undefined> {
  const rows = await db.query<{ vote_id: string; closes_at: bigint }>(
    'votes.of_option',
    'select o.vote_id, v.closes_at from content.vote_option o join content.vote v on v.id = o.vote_id where o.id = $1',
    [optionId],
  );
  const [row] = rows;
  return row && { voteId: row.vote_id, closesAt: Number(row.closes_at) };
}

/** Casts a ballot. Answers false when this member has cast one. */
export async function cast(
  db: Queryable,
  ballot: { readonly voteId: string; readonly optionId: string; readonly memberId: string; readonly at: number },
): Promise<boolean> {
  const rows = await db.query(
    'votes.cast',
    `insert into content.ballot (vote_id, member_id, option_id, at) values ($1, $2, $3, $4)
     on conflict (vote_id, member_id) do nothing returning vote_id`,
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
export async function open(tx: Tx, vote: NewVote): Promise<boolean> {
  const rows = await tx.query(
    'votes.open',
    'insert into content.vote (id, closes_at, at) values ($1, $2, $3) on conflict (id) do nothing returning id',
    [vote.id, vote.closesAt, vote.at],
  );
  if (rows.length === 0) return false;
  for (const [language, { title, description }] of Object.entries(vote.texts)) {
    await tx.query(
      'votes.open_text',
      'insert into content.vote_text (vote_id, language, title, description) values ($1, $2, $3, $4)',
      [vote.id, language, title, description],
    );
  }
  for (const [place, { id, flag, names }] of vote.options.entries()) {
    await tx.query(
      'votes.open_option',
      'insert into content.vote_option (id, vote_id, place, flag, names) values ($1, $2, $3, $4, $5)',
      [id, vote.id, place, flag, JSON.stringify(names)],
    );
  }
  return true;
}

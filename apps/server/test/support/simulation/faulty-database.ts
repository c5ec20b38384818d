import { DatabaseAway, type Db, type Tx } from '#src/ports/database.ts';
import { withSeparateCommit } from '../separate-commit.ts';

/** Where the line is cut: before what was asked is done, or after it is done, so that its answer is lost. */
export type Cut = { readonly when: 'before' | 'after'; readonly skip: number };

export type FaultyDatabase = Db & { cutNext(cut: Cut | undefined): void };

const away = (when: string) => new DatabaseAway(`The line was cut ${when}`);

/** A database whose line is cut when the simulation says so: at the call that comes after `skip` others. */
export function faultyDatabase(db: Db): FaultyDatabase {
  let next: Cut | undefined;
  const due = (): Cut['when'] | undefined => {
    if (!next) return undefined;
    const { when, skip } = next;
    next = skip === 0 ? undefined : { when, skip: skip - 1 };
    return skip === 0 ? when : undefined;
  };
  const cut = async <T>(transaction: Db['transaction'], work: (tx: Tx) => Promise<T>): Promise<T> => {
    const when = due();
    const answer = await transaction(async (tx) => {
      const done = await work(when === 'before' ? withSeparateCommit(tx) : tx);
      if (when === 'before') throw away('before the commit');
      return done;
    });
    if (when === 'after') throw away('after the commit');
    return answer;
  };
  return {
    ownKeys: db.ownKeys,
    snapshot: db.snapshot,
    close: db.close,
    cutNext: (cut) => void (next = cut),
    async query(name, text, params) {
      const when = due();
      if (when === 'before') throw away('before the call');
      const rows = await db.query<never>(name, text, params);
      if (when === 'after') throw away('after the call');
      return rows;
    },
    transaction: (work) => cut(db.transaction, work),
    session: (release, work) =>
      db.session(release, (session) =>
        work({
          ...session,
          transaction: (inside) => cut((outer) => session.transaction(outer), inside),
        }),
      ),
  };
}

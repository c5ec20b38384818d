import { DatabaseAway, type Db, type Queryable } from '#src/ports/database.ts';
import type { SeenCheckpoint } from '#src/ports/seen-log.ts';
import type { InstallationKeys } from '#src/security/keys.ts';

/** What a check found: how many contradictions, and one of them in words. */
export type Finding = {
  readonly name: string;
  readonly violations: number;
  readonly sample: string | undefined;
  /** It could not be run. */
  readonly wasRun?: false;
};

/**
 * One file of this folder: reads tables, computes here, and answers each of its names, those that found
 * nothing too. It asks no function of the database for a verdict, and writes nothing. Called on one
 * unchanging view of the data, by a superuser, with `search_path` empty.
 */
export type Check = (tx: Queryable, keys: VerifyKeys) => Promise<readonly Finding[]>;

export type VerifyKeys = InstallationKeys & {
  /** How far the log was seen to go, read before the view of the data was taken. */
  readonly seen?: SeenCheckpoint | undefined;
};

/** Collects contradictions under one name. */
export function finding(name: string) {
  let violations = 0;
  let sample: string | undefined;
  return {
    add(what: string): void {
      violations += 1;
      sample ??= what;
    },
    end: (): Finding => ({ name, violations, sample }),
  };
}

/** Looks at one unchanging view of the data, which a statement that fails does not end. */
export const onOneView = <T>(db: Db, look: (view: Queryable) => Promise<T>): Promise<T> =>
  db.session('ROLLBACK', async (session) => {
    await session.query('verify.begin', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return look(session);
  });

/**
 * What a check finds; or, under the name of its file or query, that it cannot be run: no server writes what it broke
 * off at, and the others go on. On a view as `onOneView` gives it.
 */
export async function apart(
  view: Queryable,
  name: string,
  check: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  await view.query('verify.savepoint', 'SAVEPOINT before_check');
  try {
    return await check();
  } catch (error) {
    if (error instanceof DatabaseAway) throw error;
    await view.query('verify.go_on', 'ROLLBACK TO SAVEPOINT before_check');
    const sample = `it could not be run: ${error instanceof Error ? error.message : error}`;
    return [{ name, violations: 1, sample, wasRun: false }];
  }
}

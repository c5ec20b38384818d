import type { Deps } from '../deps.ts';

export type BooksWatch = {
  /** Runs the checks of the books that cost little, logs what they find, and remembers how much that is. */
  readonly check: () => Promise<void>;
  /** Violations that the newest check found; `npm run verify` says what they are. */
  readonly violations: () => number;
};

/** Watches the books while the server runs. All checks at once read the whole ledger; these read its newest part and every account. */
export function watchBooks({ db, log }: Pick<Deps, 'db' | 'log'>): BooksWatch {
  let violations = 0;
  return {
    violations: () => violations,
    check: async () => {
      const found = await db.query<{ name: string; violations: bigint; sample: string | null }>(
        'audit.check_often',
        'SELECT name, violations, sample FROM audit.check_often() WHERE violations <> 0',
      );
      violations = found.reduce((sum, check) => sum + Number(check.violations), 0);
      for (const { name, sample } of found) log.error({ check: name, sample }, 'the books contradict themselves');
    },
  };
}

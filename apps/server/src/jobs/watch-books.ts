import { rupees } from '@khara/money';
import type { Db } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readOwed, stopBooks, type MoneyStop } from '#modules/ledger/index.ts';
import { MAX_LOSSES_PAISE, owedPaise } from '#modules/wallet/index.ts';

export type BooksWatch = {
  /**
   * Runs the checks of the books that cost little, logs what they find, and stops money when they contradict the books.
   */
  readonly check: () => Promise<void>;
  /** Runs every check there is, over the whole ledger and what orders, the wallet and issues say of themselves. */
  readonly checkAll: () => Promise<void>;
  /** Violations that the newest check found; `npm run verify` says what they are. */
  readonly violations: () => number;
  /** Losses of the market date that the platform has borne and that are not paid back, in rupees. */
  readonly lossesAbsorbed: () => number;
  /** Why no money moves, if so. */
  readonly stopped: () => MoneyStop | undefined;
};

/** What a server knows of the books that another one watches. The database itself refuses money meanwhile. */
export function followBooks(db: Db): Pick<BooksWatch, 'violations' | 'lossesAbsorbed' | 'stopped'> & {
  look(): Promise<void>;
} {
  let stopped: MoneyStop | undefined;
  return {
    violations: () => (stopped ? 1 : 0),
    lossesAbsorbed: () => 0, // the server that watches counts them
    stopped: () => stopped,
    look: async () => {
      stopped = await openStop(db);
    },
  };
}

async function openStop(db: Db): Promise<MoneyStop | undefined> {
  const [open] = await db.query<{ checkName: string; at: number }>(
    'ledger.books_stopped',
    'SELECT check_name, at_ms FROM ledger.books_stop WHERE resumed_ms IS NULL',
  );
  return open && { check: open.checkName, since: open.at };
}

type Finding = { readonly name: string; readonly violations: bigint; readonly sample: string | undefined };

/** Being late is no contradiction: a machine that slept has entries that wait, and seals them when it wakes. */
const ONLY_LATE = 'unsealed_over_30s';

/**
 * Watches the books while the server runs. Each minute the newest part of the ledger and every account, each
 * day all of it.
 */
export function watchBooks({
  db,
  keys,
  market,
  longQueries,
  log,
}: Pick<Deps, 'db' | 'keys' | 'log' | 'market'> & {
  /** A connection on which a statement may take an hour: a whole ledger takes its time. */
  readonly longQueries: Db;
}): BooksWatch {
  let violations = 0;
  let lostPaise = 0n;
  let stopped: MoneyStop | undefined;

  async function handleFindings(found: readonly Finding[]): Promise<void> {
    violations = found.reduce((sum, check) => sum + Number(check.violations), 0);
    for (const { name, sample } of found) log.error({ check: name, sample }, 'the books contradict themselves');
    for (const check of found.filter(({ name }) => name !== ONLY_LATE)) {
      await stopBooks(db, { check: check.name, violations: check.violations, sample: check.sample ?? '' });
    }
    const open = await openStop(db);
    if (open && !stopped) log.fatal({ check: open.check }, 'no money moves until two people have recorded why');
    if (!open && stopped) log.warn('two people have recorded why: money moves again');
    stopped = open;
  }

  return {
    violations: () => violations,
    lossesAbsorbed: () => Number(rupees(lostPaise)),
    stopped: () => stopped,
    check: async () => {
      const { marketDate } = market.now();
      const lost = owedPaise(keys, await readOwed(db, marketDate), marketDate);
      if (lost > lostPaise) log.warn({ marketDate, paise: String(lost) }, 'the platform has borne losses of members');
      if (lost > MAX_LOSSES_PAISE && lostPaise <= MAX_LOSSES_PAISE)
        log.error({ marketDate }, 'losses have passed their limit: no intraday position is opened on this date');
      lostPaise = lost;
      await handleFindings(
        await db.query<Finding>(
          'audit.check_often',
          'SELECT name, violations, sample FROM audit.check_often() WHERE violations <> 0',
        ),
      );
    },
    checkAll: async () => {
      const found = await longQueries.query<Finding>(
        'audit.check_all',
        `SELECT name, violations, sample FROM audit.check_all() WHERE violations <> 0
         UNION ALL SELECT name, violations, sample FROM checks.module_checks() WHERE violations <> 0`,
      );
      if (found.length > 0) await handleFindings(found);
    },
  };
}

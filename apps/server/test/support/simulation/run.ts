import type { Db } from '#src/ports/database.ts';
import { sealLog } from '#modules/ledger/index.ts';
import { makeLots } from '#modules/portfolio/index.ts';
import type { Act } from './act.ts';
import { change, sign, subscribe } from './issue-acts.ts';
import { cancel, changeProduct, crash, order, steps } from './market-acts.ts';
import { appeal, convert, rebind, recharge, reports, revoke, withdraw } from './money-acts.ts';
import { byItself, night } from './passing.ts';
import { openMembers, openWorld, stateHash } from './world.ts';

const MEMBERS = 4;
/** All checks read the whole ledger; the cheap ones its newest part. */
const ALL_CHECKS_EVERY = 100;

/** One row of each is changed behind the product's back, as by an intruder with the superuser's password. */
export const PLANTS = {
  balance: `UPDATE ledger.account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM ledger.account WHERE balance > 0)`,
  line: `UPDATE ledger.entry SET asset = trim_array(asset, 1), code = trim_array(code, 1), amount = trim_array(amount, 1), after = trim_array(after, 1), seq = trim_array(seq, 1)
    WHERE id = (SELECT max(id) FROM ledger.entry)`,
  hold: `UPDATE ledger.hold SET amount = amount + 1 WHERE id = (SELECT min(id) FROM ledger.hold)`,
  order: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE id = (SELECT min(id) FROM trading."order" WHERE filled > 0)`,
  lot: `UPDATE trading.lot SET remaining = remaining - 1 WHERE id = (SELECT min(id) FROM trading.lot WHERE remaining > 1)`,
  recharge: `UPDATE wallet.recharge SET amount = amount + 100 WHERE id = (SELECT min(id) FROM wallet.recharge WHERE status = 'passed')`,
  withdrawal: `UPDATE wallet.withdrawal SET status = 'revoked', reason = NULL WHERE id = (SELECT min(id) FROM wallet.withdrawal WHERE status IN ('passed', 'paid'))`,
  conversion: `UPDATE wallet.conversion SET received = received + 1 WHERE id = (SELECT min(id) FROM wallet.conversion)`,
  application: `UPDATE offerings.application SET held_paise = held_paise + 1 WHERE id = (SELECT min(id) FROM offerings.application WHERE state = 'subscribed')`,
} as const;
export type Plant = keyof typeof PLANTS;

export type SimOptions = {
  readonly seed: string;
  readonly ops: number;
  /** A fault that is put in half way, or as soon after as there is something to falsify, to see that it is found. */
  readonly plant?: Plant;
};
export type SimResult = {
  readonly hash: string;
  /** What was done, how often. */
  readonly counts: Readonly<Record<string, number>>;
  /** After which step a check first found something, and what. */
  readonly found: { readonly step: number; readonly name: string; readonly sample: string } | undefined;
};

/**
 * Drives the domain's own code with a simulated clock, rail, crashes and lost answers, and checks the books
 * after every step.
 */
export async function simulate(database: { app: Db; admin: Db }, options: SimOptions): Promise<SimResult> {
  const members = await openMembers(database.admin, MEMBERS);
  const world = await openWorld(database, options.seed);
  const { chance } = world;
  const counts: Record<string, number> = {};
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
  const half = Math.ceil(options.ops / 2);
  let { plant } = options;
  let found: SimResult['found'];

  for (let step = 1; step <= options.ops && !found; step += 1) {
    const act = BEGINNING[step - 1] ?? chance.pick(ACTS);
    count(act.name);
    const cut =
      chance.below(6) === 0 ? { when: chance.pick(['before', 'after'] as const), skip: chance.below(4) } : undefined;
    await act.run(world, chance.pick(members), { cut, count });
    // What it caused is settled before anything is looked at: else the same seed would not give the same.
    await world.venue.save();
    await sealLog(world.deps);
    // Lots are made when they are asked for.
    if (step >= half)
      await makeLots(
        database.app,
        members.map(({ member }) => member.userId),
      );
    if (plant && step >= half && (await put(database.admin, PLANTS[plant]))) plant = undefined;
    const isAll = step % ALL_CHECKS_EVERY === 0 || step === options.ops;
    const broken = await check(database.app, isAll);
    if (broken) found = { step, ...broken };
  }
  return { hash: await stateHash(database.app), counts, found };
}

/** As an intruder with the superuser's password. False when there is nothing yet to falsify. */
async function put(admin: Db, sql: string): Promise<boolean> {
  for (const table of FALSIFIED) {
    await admin.query(`sim.open.${table}`, `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  return (await admin.query(`sim.plant.${sql.length}`, `${sql} RETURNING 1 AS one`)).length > 0;
}
const FALSIFIED = [
  'ledger.account',
  'ledger.entry',
  'ledger.hold',
  'trading."order"',
  'trading.lot',
  'wallet.recharge',
  'wallet.withdrawal',
  'wallet.conversion',
  'offerings.application',
];

/**
 * What the wallet and the issues say is compared with the ledger after each step, and what is quick to look
 * at of the ledger.
 */
const OFTEN = `SELECT name, sample FROM wallet.check_all() WHERE violations <> 0
  UNION ALL SELECT name, sample FROM offerings.check_all() WHERE violations <> 0`;

async function check(db: Db, isAll: boolean): Promise<{ name: string; sample: string } | undefined> {
  const [broken] = isAll
    ? await db.query<{ name: string; sample: string }>(
        'sim.check_all',
        `SELECT name, sample FROM audit.check_all() WHERE violations <> 0
         UNION ALL SELECT name, sample FROM checks.module_checks() WHERE violations <> 0`,
      )
    : await db.query<{ name: string; sample: string }>(
        'sim.check_often',
        `SELECT name, sample FROM audit.check_often() WHERE violations <> 0 UNION ALL ${OFTEN}`,
      );
  return broken;
}

const times = (count: number, act: Act): readonly Act[] => Array.from({ length: count }, () => act);

/** Money comes in, goes out, is changed and applied with, so that a short run has some of each. */
const BEGINNING: readonly Act[] = [
  ...times(5, recharge),
  reports,
  byItself,
  reports,
  ...times(3, withdraw),
  ...times(2, subscribe),
  convert,
  subscribe,
  convert,
  reports,
  byItself,
  reports,
  byItself,
  reports,
];

/** As often as each stands here. */
const ACTS: readonly Act[] = [
  ...times(4, recharge),
  ...times(4, reports),
  ...times(5, byItself),
  ...times(4, withdraw),
  ...times(2, revoke),
  ...times(2, convert),
  rebind,
  appeal,
  ...times(5, subscribe),
  change,
  ...times(3, sign),
  ...times(8, order('buy')),
  ...times(5, order('sell')),
  ...times(2, cancel),
  ...times(3, changeProduct),
  ...times(6, steps),
  night,
  crash,
];

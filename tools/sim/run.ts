import { DatabaseAway, type Db } from '../../apps/server/src/db.ts';
import type { Member, SignedIn } from '../../apps/server/src/handler.ts';
import { sealLog } from '../../apps/server/src/modules/ledger/index.ts';
import { handlers as orders } from '../../apps/server/src/modules/orders/index.ts';
import { expireRecharges, handlers as wallet, receiveReport } from '../../apps/server/src/modules/wallet/index.ts';
import type { RailReport } from '../../apps/server/src/ports.ts';
import type { Cut } from './faulty-database.ts';
import { openWorld, stateHash, type World } from './world.ts';

const MEMBERS = 5;
/** All checks read the whole ledger; the cheap ones its newest part. */
const ALL_CHECKS_EVERY = 100;

export const PLANTS = {
  balance: `UPDATE ledger.account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM ledger.account WHERE tracked AND balance > 0)`,
  line: `DELETE FROM ledger.posting WHERE (entry_id, line) = (SELECT entry_id, line FROM ledger.posting ORDER BY entry_id DESC, line DESC LIMIT 1)`,
  hold: `UPDATE ledger.hold SET amount = amount + 1 WHERE id = (SELECT min(id) FROM ledger.hold)`,
  order: `UPDATE trading."order" SET filled_paise = filled_paise + 1 WHERE id = (SELECT min(id) FROM trading."order" WHERE filled > 0)`,
} as const;
export type Plant = keyof typeof PLANTS;

export type SimOptions = {
  readonly seed: string;
  readonly ops: number;
  /** A fault that is put in half way, to see that it is found. */
  readonly plant?: Plant;
};
export type SimResult = {
  readonly hash: string;
  /** What was done, how often. */
  readonly counts: Readonly<Record<string, number>>;
  /** After which step a check first found something, and what. */
  readonly found: { readonly step: number; readonly name: string; readonly sample: string } | undefined;
};

/** Drives the domain's own code with a simulated clock, rail, crashes and lost answers, and checks the books after every step. */
export async function simulate(database: { app: Db; admin: Db }, options: SimOptions): Promise<SimResult> {
  const world = await openWorld(database.app, options.seed);
  const { chance } = world;
  const members = Array.from({ length: MEMBERS }, (_, index) => memberOf(index + 1));
  const counts: Record<string, number> = {};
  const count = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
  let found: SimResult['found'];

  for (let step = 1; step <= options.ops && !found; step += 1) {
    // First there has to be money.
    const act = step > 3 * MEMBERS ? chance.pick(ACTS) : step % 2 === 1 ? recharge : reports;
    count(act.name);
    const cut =
      chance.below(6) === 0 ? { when: chance.pick(['before', 'after'] as const), skip: chance.below(4) } : undefined;
    await act.run(world, chance.pick(members), { cut, count });
    // What it caused is settled before anything is looked at: else the same seed would not give the same.
    await world.venue.save();
    await sealLog(world.deps);
    if (options.plant && step === Math.ceil(options.ops / 2)) await put(database.admin, PLANTS[options.plant]);
    const isAll = step % ALL_CHECKS_EVERY === 0 || step === options.ops;
    const broken = await check(database.app, isAll);
    if (broken) found = { step, ...broken };
  }
  return { hash: await stateHash(database.app), counts, found };
}

/** As whoever has the superuser's password. */
async function put(admin: Db, sql: string): Promise<void> {
  for (const table of ['ledger.account', 'ledger.posting', 'ledger.hold', 'trading."order"']) {
    await admin.query(`sim.open.${table}`, `ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  await admin.query(`sim.plant.${sql.length}`, sql);
}

async function check(db: Db, isAll: boolean): Promise<{ name: string; sample: string } | undefined> {
  const [broken] = isAll
    ? await db.query<{ name: string; sample: string }>(
        'sim.check_all',
        `SELECT name, sample FROM audit.check_all() WHERE violations <> 0
         UNION ALL SELECT name, sample FROM trading.check_all() WHERE violations <> 0`,
      )
    : await db.query<{ name: string; sample: string }>(
        'sim.check_often',
        'SELECT name, sample FROM audit.check_often() WHERE violations <> 0',
      );
  return broken;
}

function memberOf(number: number): SignedIn {
  const userId = `sim-${number}`;
  const member = {
    userId,
    accountKey: number,
    sessionId: userId,
    tokenHash: '',
    transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
  } as Member;
  return { member, language: 'en', address: '127.0.0.1', device: undefined, userAgent: 'sim', cacheBuster: undefined };
}

type How = { readonly cut: Cut | undefined; readonly count: (what: string) => void };
type Act = { readonly name: string; readonly run: (world: World, who: SignedIn, how: How) => Promise<void> };

/** Does a thing over a line that may be cut, and then once more, as a client does that has heard nothing. Twice, to see that it is done once. */
async function retried(world: World, { cut, count }: How, work: () => Promise<unknown>): Promise<void> {
  world.db.cutNext(cut);
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DatabaseAway)) throw error;
    count(`cut ${cut?.when ?? ''}`.trim());
  } finally {
    world.db.cutNext(undefined);
  }
  if (cut !== undefined || world.chance.below(10) === 0) {
    count('asked again');
    await work();
  }
}

/** Amounts by which the sandbox's rail fails, dawdles, tells twice and takes back. */
const PAISE = ['00', '13', '17', '19', '23'];

const recharge: Act = {
  name: 'recharge',
  run: async (world, who, how) => {
    const { chance } = world;
    const amount = `${chance.pick([5_000, 60_000, 300_000]) + chance.below(400)}.${chance.pick(PAISE)}`;
    const body = { currency: 'INR', channelType: 'UPI', amount, requestId: chance.requestId() } as const;
    await retried(world, how, () => Promise.resolve(wallet.submitRecharge(world.deps, who, body)));
  },
};

/** Reports under way: the line to the rail is slow, and does not keep their order. A crash of the server does not end it. */
const underWay = new WeakMap<World, RailReport[]>();

const reports: Act = {
  name: 'rail reports',
  run: async (world, _who, how) => {
    const { chance } = world;
    world.advance(chance3(world));
    const waiting = underWay.get(world) ?? [];
    underWay.set(world, waiting);
    await world.deps.rail.callback(async (report: RailReport) => void waiting.push(report));
    // Most arrive; now and then one stays behind and is overtaken by others.
    const arriving = waiting.length - (chance.below(3) === 0 ? chance.below(waiting.length + 1) : 0);
    for (let count = 0; count < arriving; count += 1) {
      const [report] = waiting.splice(chance.below(waiting.length), 1);
      if (report) await retried(world, how, () => receiveReport(world.deps, report));
    }
    await expireRecharges(world.deps);
  },
};
const chance3 = (world: World): number => world.chance.pick([500, 3000, 25_000]);

const order = (side: 'buy' | 'sell'): Act => ({
  name: side,
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const code = chance.pick(world.codes);
    const quote = deps.market.quote(code);
    if (!quote) return;
    const tick = deps.market.instrument(code)?.tickPaise ?? 5;
    const near = quote.lastPaise + (chance.below(21) - 10) * tick;
    const limit = Math.min(quote.bandHighPaise, Math.max(quote.bandLowPaise, near));
    const isLimit = chance.below(3) > 0;
    const body = {
      code,
      quantity: 1 + chance.below(40),
      product: 'delivery',
      type: isLimit ? 'limit' : 'market',
      validity: chance.below(6) === 0 ? 'ioc' : 'day',
      price: isLimit ? BigInt(limit) : undefined,
      requestId: chance.requestId(),
    } as unknown as Parameters<typeof orders.placeBuyOrder>[2]; // branded numbers, read by the contract elsewhere
    const place = side === 'buy' ? orders.placeBuyOrder : orders.placeSellOrder;
    await retried(world, how, async () => {
      const { refused } = await place(world.deps, who, body);
      how.count(refused === undefined ? `${side} placed` : `${side} refused: ${refused}`);
    });
  },
});

const cancel: Act = {
  name: 'cancel',
  run: async (world, who, how) => {
    const { value } = await orders.orders(world.deps, who, { state: 'open', size: 20 });
    const open = value?.list ?? [];
    if (open.length === 0) return;
    const { id } = world.chance.pick(open);
    await retried(world, how, () => Promise.resolve(orders.cancelOrder(world.deps, who, { id })));
  },
};

const steps: Act = {
  name: 'market',
  run: async (world) => {
    const many = world.chance.pick([1, 4, 20, 60]);
    for (let step = 0; step < many; step += 1) {
      await world.venue.step();
      world.advance(1);
    }
  },
};

const crash: Act = { name: 'crash', run: (world) => world.crash() };

/** As often as each stands here. */
const ACTS: readonly Act[] = [
  ...Array.from({ length: 4 }, () => recharge),
  ...Array.from({ length: 5 }, () => reports),
  ...Array.from({ length: 10 }, () => order('buy')),
  ...Array.from({ length: 6 }, () => order('sell')),
  ...Array.from({ length: 3 }, () => cancel),
  ...Array.from({ length: 8 }, () => steps),
  crash,
];

import { ENGINE, hashValue, type Trade, unpackTrades } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import { Account } from './account.ts';
import { BenchError } from './bench-error.ts';
import { BrokerDesk } from './broker-desk.ts';
import { Companies } from './companies.ts';
import { type Episode, readEpisode } from './episode.ts';
import { MarketDays } from './market-days.ts';
import { amount, netValue, observeMarket, observeOwn, observeTape } from './observe.ts';
import { readAction } from './read-action.ts';
import { MarketSystem } from './system.ts';
import type {
  Action,
  Company,
  EnvOptions,
  EpisodeOptions,
  Info,
  Outcome,
  Refusal,
  Reset,
  RewardParts,
  Screened,
  Span,
} from './types.ts';

/** What hashes and data sets of the bench name. To be changed with whatever makes of the same actions another run. */
export const BENCH = `khara/bench/1 ${ENGINE}`;

/** An agent with its account, and what it had at its last observation. */
type Seat = {
  readonly account: Account;
  before: Worth;
  isTerminated: boolean;
};

type Worth = Readonly<Record<'cash' | 'mark' | 'charged' | 'spread' | 'impact', bigint>>;

type Running = {
  readonly episode: Episode;
  readonly days: MarketDays;
  readonly companies: Companies;
  readonly desk: BrokerDesk;
  readonly system: MarketSystem;
  readonly seats: ReadonlyMap<string, Seat>;
  /** Since the last observation. */
  readonly trades: Trade[];
  isTruncated: boolean;
};

/** What actions of one agent came to at once. */
type Taken = { readonly refusals: Refusal[]; readonly placed: { readonly index: number; readonly id: number }[] };

export type ParallelEnv = {
  readonly agents: readonly string[];
  /** Shares that trade in it, unless `reset` chooses others. */
  readonly codes: readonly string[];
  /** Begins an episode. Seed and options stand for those with which the bench was made. */
  reset(seed?: string | number, options?: EpisodeOptions): Readonly<Record<string, Reset>>;
  /** Does what agents ask for, one agent after the other in their order, and lets market time pass. */
  step(actions: Readonly<Record<string, readonly Action[]>>, span?: Span): Readonly<Record<string, Outcome>>;
  /** What a company of the episode has published by now. No market time passes. */
  company(code: string): Company;
  /** Companies of the episode that meet conditions, as the app's screener writes them; without any, all of them. */
  screen(conditions?: string): Screened;
};

/**
 * A market with several agents in it, who trade with each other and with its participants. Throws a
 * `BenchError` for options, agents, spans, lists of actions and rewards that are none; an action that cannot
 * be done is a refusal in `info`.
 */
export function createParallelEnvOf(
  universe: Universe,
  { reward = sumOfParts, ...made }: EnvOptions & { readonly agents: readonly string[] },
): ParallelEnv {
  const { agents, ...options } = made;
  if (!Array.isArray(agents) || agents.length === 0 || new Set(agents).size !== agents.length || !agents.every(isName))
    throw new BenchError('agents_invalid', 'agents is a list of names that differ.');
  if (typeof reward !== 'function') throw new BenchError('reward_invalid', 'reward is a function of the parts.');
  const { codes } = readEpisode(options, universe);
  let running: Running | undefined;

  return {
    agents,
    codes,
    reset(seed, more = {}) {
      const episode = readEpisode({ ...options, ...more, ...(seed !== undefined && { seed }) }, universe);
      running = begin(episode, universe, agents);
      return outcomes(running, new Map(), sumOfParts); // nothing is rewarded yet
    },
    step(actions, span = { steps: 1 }) {
      if (!running || running.isTruncated || [...running.seats.values()].every(({ isTerminated }) => isTerminated))
        throw new BenchError('episode_over', 'The episode is over, or has not begun: call reset.');
      const { seats } = running;
      const most = readSpan(span);
      const strange = Object.entries(actions).find(([name, list]) => !seats.has(name) || !Array.isArray(list));
      if (strange) throw new BenchError('actions_invalid', `${strange[0]} is no agent with a list of actions.`);
      const taken = new Map([...seats].map(([name, seat]) => [name, take(running!, seat, actions[name] ?? [])]));
      advance(running, most);
      return outcomes(running, taken, reward);
    },
    company: (code) => companiesOf(running).company(code),
    screen: (conditions) => companiesOf(running).screen(conditions),
  };
}

function companiesOf(running: Running | undefined): Companies {
  if (!running) throw new BenchError('episode_over', 'The episode has not begun: call reset.');
  return running.companies;
}

const isName = (name: unknown): boolean => typeof name === 'string' && name !== '';

const sumOfParts = ({ cash, mark, charges }: RewardParts): number => cash + mark + charges;

function begin(episode: Episode, universe: Universe, agents: readonly string[]): Running {
  const days = new MarketDays(episode, universe);
  const accounts = agents.map((name, at) => new Account(name, at + 1, BigInt(episode.cash)));
  const desk = new BrokerDesk(days, accounts, episode.codes);
  const system = new MarketSystem(days, desk, accounts);
  const seats = new Map(
    accounts.map((account): [string, Seat] => [
      account.name,
      { account, before: worth(days, account), isTerminated: false },
    ]),
  );
  const companies = new Companies(episode, universe, days);
  return { episode, days, companies, desk, system, seats, trades: [], isTruncated: false };
}

/** Market steps that a span has at most. */
function readSpan(span: Span): number {
  if (span && 'until' in span && span.until === 'event') return Infinity;
  if (span && 'steps' in span && Number.isSafeInteger(span.steps) && span.steps > 0) return span.steps;
  throw new BenchError('span_invalid', "A step has { steps: n } with n above 0, or { until: 'event' }.");
}

function take({ desk }: Running, { account, isTerminated }: Seat, actions: readonly unknown[]): Taken {
  const taken: Taken = { refusals: [], placed: [] };
  for (const [index, action] of actions.entries()) {
    const answer = isTerminated ? AGENT_OVER : desk.act(account, readAction(action));
    if (!answer) continue;
    if ('id' in answer) taken.placed.push({ index, id: Number(answer.id) });
    else taken.refusals.push({ index, ...answer.refused });
  }
  return taken;
}

const AGENT_OVER = { refused: { reason: 'episode_over' } } as const;

/** Lets steps pass: to the end of the days, or of the span. One that waits for an event ends with the day as well. */
function advance(running: Running, most: number): void {
  const { system, days, episode, seats } = running;
  const accounts = [...seats.values()].map(({ account }) => account);
  for (let made = 0; made < most; made += 1) {
    if (days.day.isOver) {
      takeTrades(running);
      system.nextDay();
    }
    system.advance();
    const { isOver, inputs } = days.day;
    running.isTruncated = isOver && inputs.marketDay + 1 >= episode.days;
    const isEvent = most === Infinity && (isOver || accounts.some(({ hasHappened }) => hasHappened));
    if (running.isTruncated || isEvent || hasTerminated(running)) return;
  }
}

function takeTrades({ days, trades }: Running): void {
  const pack = days.day.trades.take();
  if (pack) for (const trade of unpackTrades(pack.packed)) trades.push(trade);
}

/** Whether the episode of an agent ends here: its net value is at its limit. Its orders end, positions stay. */
function hasTerminated({ seats, days, desk, episode }: Running): boolean {
  let isAny = false;
  for (const seat of seats.values()) {
    if (seat.isTerminated || netValue(days.day, seat.account) > BigInt(episode.limit)) continue;
    seat.isTerminated = true;
    isAny = true;
    desk.cancelAll(seat.account);
  }
  return isAny;
}

const worth = ({ day }: MarketDays, account: Account): Worth => ({
  cash: account.cash,
  mark: netValue(day, account) - account.cash,
  charged: account.charged,
  spread: account.spread,
  impact: account.impact,
});

/** What of the change of net value came from where. Charges are paid out of cash, and stand apart from it. */
const partsOf = (before: Worth, now: Worth): RewardParts => ({
  cash: amount(now.cash - before.cash + now.charged - before.charged),
  mark: amount(now.mark - before.mark),
  charges: amount(before.charged - now.charged),
  spread: amount(before.spread - now.spread),
  impact: amount(before.impact - now.impact),
});

function outcomes(
  running: Running,
  taken: ReadonlyMap<string, Taken>,
  reward: (parts: RewardParts) => number,
): Readonly<Record<string, Outcome>> {
  const { days, system, seats, episode, isTruncated } = running;
  const { day, marginBps } = days;
  const market = observeMarket({ day, codes: episode.codes, depth: episode.depth, marginBps });
  takeTrades(running);
  const tape = observeTape(day, episode.codes, running.trades.splice(0));
  const news = system.takeNews();
  const hash = hashLater(running);
  const seen = [...seats].map(([name, seat]): [string, Outcome] => {
    const { account, isTerminated } = seat;
    const own = observeOwn({ day }, account, account.takeHappened());
    const now = worth(days, account);
    const parts = partsOf(seat.before, now);
    seat.before = now;
    const { refusals, placed } = taken.get(name) ?? { refusals: [], placed: [] };
    const info: Info = {
      refusals,
      placed,
      reward: parts,
      get hash() {
        return hash();
      },
    };
    const observation = { clock: market.clock, own, quote: market.quote, book: market.book, tape, news };
    return [
      name,
      { observation, info, reward: rewardOf(parts, reward), terminated: isTerminated, truncated: isTruncated },
    ];
  });
  return Object.fromEntries(seen);
}

/** What a function of a caller makes of the parts. Throws where it is no number to learn from. */
function rewardOf(parts: RewardParts, reward: (parts: RewardParts) => number): number {
  const made = reward(parts);
  if (!Number.isFinite(made)) throw new BenchError('reward_invalid', `reward answers a finite number, not ${made}.`);
  return made;
}

/** The hash of the run as it is now, made when it is asked for. */
function hashLater({ episode, days, seats }: Running): () => string {
  const { hashes, day } = days;
  const { step } = day;
  let made: string | undefined;
  return () => (made ??= hashValue([BENCH, episode, [...seats.keys()], hashes, step]));
}

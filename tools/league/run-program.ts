import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createParallelEnv, BenchError, type Action, type EnvOptions, type Outcome, type Reset } from '@khara/bench';

/* One program in one market: it speaks the bench's lines of JSON, and the league answers with a market of its own. */

/** A program that does not send a line for this long hangs. */
const SILENT_MS = 30_000;
const AGENT = 'agent';
const OPEN = new Set(['pending', 'open', 'trigger_pending']);

export type Fill = {
  readonly day: number;
  readonly time: string;
  readonly text: string;
  readonly price: number;
  readonly ahead: number | undefined;
  readonly how: string;
};
export type Run = {
  /** Net value in paise at the beginning, and each half hour of the market from then on. */
  readonly equity: readonly number[];
  /** The lowest change of one day, as a part of the money put in. */
  readonly worstDay: number;
  readonly orders: number;
  readonly refused: number;
  readonly fills: readonly Fill[];
  /** Basis points of the money put in; below zero: earned. */
  readonly spread: number;
  readonly impact: number;
  readonly charges: number;
  readonly hash: string;
  /** Why it ended before the days did; its orders end with it, what it holds stays. */
  readonly stopped?: string;
};

/** Notes what one agent's episode comes to, observation by observation. */
class RunNotes {
  readonly #cash: number;
  readonly #equity: number[];
  readonly #fills: Fill[] = [];
  readonly #ahead = new Map<number, number>();
  #orders = 0;
  #refused = 0;
  #costs = { spread: 0, impact: 0, charges: 0 };
  #worstDay = 0;
  #dayBegan: { day: number; value: number };
  #halfHour = '';
  #last: Reset | Outcome;

  constructor(cash: number, first: Reset) {
    this.#cash = cash;
    this.#equity = [cash];
    this.#dayBegan = { day: 0, value: cash };
    this.#last = first;
  }

  get day(): number {
    return this.#last.observation.clock.day + 1;
  }

  get openOrders(): readonly number[] {
    return this.#last.observation.own.orders.filter(({ state }) => OPEN.has(state)).map(({ id }) => id);
  }

  add(outcome: Outcome): void {
    const { observation, info } = outcome;
    const { clock, own } = observation;
    this.#orders += info.placed.length;
    this.#refused += info.refusals.length;
    for (const name of ['spread', 'impact', 'charges'] as const) this.#costs[name] -= info.reward[name];
    for (const { id, ahead } of own.orders) if (ahead !== undefined && !this.#ahead.has(id)) this.#ahead.set(id, ahead);
    for (const { orderId, side, quantity, code, price, isTaker, phase, time } of own.fills)
      this.#fills.push({
        day: clock.day,
        time,
        text: `${side === 'buy' ? 'Bought' : 'Sold'} ${quantity} ${code}`,
        price,
        ahead: isTaker ? undefined : this.#ahead.get(orderId),
        how: phase === 'continuous' ? (isTaker ? 'took' : 'rested') : 'auction',
      });
    if (clock.day !== this.#dayBegan.day) {
      this.#endDay(this.#last.observation.own.netValue);
      this.#dayBegan = { day: clock.day, value: this.#last.observation.own.netValue };
    }
    const halfHour = `${clock.day} ${clock.time.slice(0, 3)}${Number(clock.time.slice(3, 5)) < 30 ? '00' : '30'}`;
    if (halfHour !== this.#halfHour) this.#equity.push(own.netValue);
    this.#halfHour = halfHour;
    this.#last = outcome;
  }

  #endDay(value: number): void {
    this.#worstDay = Math.min(this.#worstDay, (value - this.#dayBegan.value) / this.#cash);
  }

  end(stopped?: string): Run {
    const { observation, info } = this.#last;
    this.#endDay(observation.own.netValue);
    const { spread, impact, charges } = this.#costs;
    const bps = (paid: number): number => (paid / this.#cash) * 10_000;
    return {
      equity: [...this.#equity, observation.own.netValue],
      worstDay: this.#worstDay,
      orders: this.#orders,
      refused: this.#refused,
      fills: this.#fills,
      spread: bps(spread),
      impact: bps(impact),
      charges: bps(charges),
      hash: info.hash,
      ...(stopped !== undefined && { stopped }),
    };
  }
}

export type LeagueMarket = EnvOptions & { readonly cash: number; readonly seed: string };

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '.py': ['python3'],
  '.js': [process.execPath],
  '.mjs': [process.execPath],
  '.ts': [process.execPath],
  '.sh': ['sh'],
};

/** A line of a program: docs/bench.md. Its options and its seed are the league's. */
type Request = {
  readonly make?: object;
  readonly reset?: object;
  readonly step?: Readonly<Record<string, readonly Action[]>>;
  readonly steps?: number;
  readonly until?: 'event';
};

/** Lets a program play the market of a seed, of which it hears nothing before it begins. */
export async function runProgram(file: string, market: LeagueMarket, silentMs = SILENT_MS): Promise<Run> {
  const env = createParallelEnv({ ...market, agents: [AGENT] });
  const first = env.reset()[AGENT]!;
  const notes = new RunNotes(market.cash, first);
  const [command = file, ...before] = COMMANDS[path.extname(file)] ?? [];
  const child = spawn(command, command === file ? [] : [...before, file], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, KHARA_MARKET: 'stdio' },
  });
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-4_000)));
  child.stdin.on('error', () => undefined); // it has ended, and its output says so
  let isSilent = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      child.kill('SIGKILL');
    }, silentMs);
  };
  // Its last words may come after its last line.
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => resolve(readError(words)));
    child.once('error', (error) => resolve(error.message));
  });
  wait();
  try {
    let hasBegun = false;
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      let answer: unknown;
      let isOver = false;
      try {
        const { make, reset, step, steps, until } = readRequest(line);
        if (make) answer = { bench: 'league', agents: [AGENT] };
        else if (reset) {
          if (hasBegun) throw new BenchError('episode_over', 'A league has one episode a seed.');
          hasBegun = true;
          answer = { agents: { [AGENT]: first } };
        } else {
          const agents = env.step(step ?? {}, until === undefined ? { steps: steps ?? 1 } : { until });
          const outcome = agents[AGENT]!;
          notes.add(outcome);
          isOver = outcome.truncated || outcome.terminated;
          answer = { agents };
        }
      } catch (error) {
        if (!(error instanceof BenchError)) throw error;
        answer = { error: { reason: error.reason, message: error.message } };
      }
      if (isOver) return notes.end();
      child.stdin.write(`${JSON.stringify(answer)}\n`);
      wait(); // the market's own time is not the program's
    }
    const said = await ended;
    const why = isSilent ? `no word for ${silentMs / 1_000} s` : said;
    const stopped = `stopped on day ${notes.day}: ${why.slice(0, 120)}`;
    playOn(env, notes);
    return notes.end(stopped);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

function readRequest(line: string): Request {
  try {
    const read: unknown = JSON.parse(line);
    // A boundary: the bench reads each part.
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw new BenchError('request_invalid', 'A line is an object of JSON.');
}

/** What a program said of its end: the last line that names an error. */
const readError = (words: string): string =>
  words
    .split('\n')
    .findLast((line) => /^\s*\w*(Error|Exception)\b/.test(line))
    ?.trim() ?? 'it ended by itself';

/** A program that has ended trades no more: its open orders end, and what it holds is worth what the days make it. */
function playOn(env: ReturnType<typeof createParallelEnv>, notes: RunNotes): void {
  let actions: readonly Action[] = notes.openOrders.map((cancel) => ({ cancel }));
  for (let isOver = false; !isOver; actions = []) {
    const outcome = env.step({ [AGENT]: actions }, { steps: 40 })[AGENT]!;
    notes.add(outcome);
    isOver = outcome.truncated || outcome.terminated;
  }
}

/** What every program is compared with: all the money at the first step of trading, in equal parts, and kept. */
export function runTwin(market: LeagueMarket): Run {
  const env = createParallelEnv({ ...market, agents: [AGENT] });
  const first = env.reset()[AGENT]!;
  const notes = new RunNotes(market.cash, first);
  let { observation } = first;
  const codes = Object.keys(observation.quote);
  for (let hasBought = false; ;) {
    const isOpen: boolean = !hasBought && observation.clock.phase === 'continuous';
    const actions = isOpen
      ? codes.flatMap((code) => {
          const quantity = Math.floor((market.cash * 0.98) / codes.length / observation.quote[code]!.last);
          return quantity > 0 ? [{ code, side: 'buy', quantity, type: 'market', product: 'delivery' } as const] : [];
        })
      : [];
    hasBought ||= isOpen;
    const outcome = env.step({ [AGENT]: actions }, { steps: 8 })[AGENT]!;
    notes.add(outcome);
    ({ observation } = outcome);
    if (outcome.truncated || outcome.terminated) return notes.end();
  }
}

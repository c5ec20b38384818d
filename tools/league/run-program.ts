import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  type Action,
  answerLine,
  BenchError,
  createParallelEnv,
  type LineMarket,
  type Outcome,
  type Reset,
} from '@khara/bench';
import type { Bot, LeagueMarket } from './bots.ts';
import { EquityLine, type Fill, type Run } from './run.ts';

/* One program in one market: it speaks the bench's lines of JSON, and the league answers with a market of its own. */

/** A program from which nothing comes for this long hangs. */
export const SILENT_MS = 30_000;
/** A program that asks so often in a row and lets no market time pass loops. */
const MAX_IDLE_ANSWERS = 1_000;
/** Characters of a line. */
const MAX_LINE = 1_000_000;
const AGENT = 'agent';
const OPEN = new Set(['pending', 'open', 'trigger_pending']);

/** Notes what one agent's episode comes to, observation by observation. */
class RunNotes {
  readonly #equity: EquityLine;
  readonly #fills: Fill[] = [];
  /** Market seconds of its day at which an order came, by order. */
  readonly #came = new Map<number, number>();
  #orders = 0;
  #refused = 0;
  #charges = 0;
  #last: Reset | Outcome;

  constructor(market: LeagueMarket, first: Reset) {
    this.#equity = new EquityLine(market);
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
    this.#charges -= info.reward.charges;
    const began = secondsOf(this.#last.observation.clock.time);
    for (const { id } of info.placed) this.#came.set(id, began);
    for (const { orderId, side, quantity, code, price, isTaker, phase, day, step, time, touch, ahead } of own.fills) {
      const how = phase === 'continuous' ? (isTaker ? 'took' : 'rested') : (phase as Fill['how']);
      const came = this.#came.get(orderId);
      const restedSeconds = how === 'rested' && came !== undefined ? secondsOf(time) - came : undefined;
      this.#fills.push({ day, step, time, side, quantity, code, price, how, restedSeconds, ahead, touch });
    }
    this.#equity.add(clock.day, clock.time, own.netValue);
    this.#last = outcome;
  }

  end(stopped?: string): Run {
    return {
      ...this.#equity.end(),
      orders: this.#orders,
      refused: this.#refused,
      fills: this.#fills,
      charges: this.#charges,
      hash: this.#last.info.hash,
      ...(stopped !== undefined && { stopped }),
    };
  }
}

function secondsOf(time: string): number {
  const [hours, minutes, seconds] = time.split(':').map(Number);
  return hours! * 3_600 + minutes! * 60 + seconds!;
}

/** A program that runs, with the last words that it says of its end. */
export type Started = {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when it has ended, with what it said. */
  readonly ended: Promise<string>;
  /** Ends it with what it has started, and reads no more of it. */
  readonly stop: () => void;
};

export function startBot({ command, folder }: Bot, env: Readonly<Record<string, string>>): Started {
  // A group of its own: what it starts ends with it.
  const child = spawn(command[0]!, command.slice(1), { cwd: folder, env: { ...process.env, ...env }, detached: true });
  const killGroup = (): void => {
    if (child.pid === undefined) return; // it did not start
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      child.kill('SIGKILL'); // all of it has ended, or the system knows no groups
    }
  };
  process.once('exit', killGroup);
  let words = '';
  child.stderr.on('data', (text: Buffer) => (words = (words + text.toString()).slice(-4_000)));
  child.stdin.on('error', () => undefined); // it has ended, and its output says so
  // Its last words may come after its last line.
  const ended = new Promise<string>((resolve) => {
    child.once('close', (status, signal) => resolve(readError(words) ?? sayEnded(signal ?? status)));
    child.once('error', (error) => resolve(error.message));
  });
  return {
    child,
    ended,
    stop() {
      process.removeListener('exit', killGroup);
      killGroup();
      // What left the group may hold the other ends.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: Started['child']): boolean => exitCode !== null || signalCode !== null;

/** Lines of an output, the last one without its end as well. One that is too long is the last. */
async function* linesOf(output: Readable): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const text of output.setEncoding('utf8')) {
      const lines = (rest + String(text)).split('\n');
      rest = lines.pop()!;
      yield* lines;
      if (rest.length > MAX_LINE) break;
    }
  } catch (error) {
    if (!output.destroyed) throw error;
    return; // the league has stopped it
  }
  if (rest !== '') yield rest;
}

/** What a program said of its end: the last line that names an error. */
const readError = (words: string): string | undefined =>
  words
    .split('\n')
    .findLast((line) => /^\s*\w*(Error|Exception)\b/.test(line))
    ?.trim();
const sayEnded = (by: string | number | null): string => {
  if (by === 0) return 'it ended by itself';
  return typeof by === 'string' ? `it was ended by ${by}` : `it ended with status ${by}`;
};

/** Why a program ended before the days did, as the report says it. */
export const sayStopped = (day: number, why: string): string => `stopped on day ${day}: ${why.slice(0, 120)}`;
const NO_REQUEST = '; its last line was no request';
export const sayHung = (silentMs: number, isUnread = false): string =>
  `no ${isUnread ? 'answer read' : 'word'} for ${silentMs / 1_000} s`;

/** Lets a program play the market of a seed: its options and its seed are the league's. */
export async function runProgram(bot: Bot, market: LeagueMarket, silentMs = SILENT_MS): Promise<Run> {
  const env = createParallelEnv({ ...market, agents: [AGENT] });
  const first = env.reset()[AGENT]!;
  const notes = new RunNotes(market, first);
  const { child, ended, stop } = startBot(bot, { KHARA_MARKET: 'stdio' });
  let why: string | undefined;
  const stopFor = (reason: string): void => {
    why = reason;
    stop();
  };
  let timer: NodeJS.Timeout | undefined;
  let isUnread = false;
  const wait = (): void => {
    clearTimeout(timer);
    // What it has started may hold its output when it has ended itself, and it says why.
    timer = setTimeout(() => (hasEnded(child) ? stop() : stopFor(sayHung(silentMs, isUnread))), silentMs);
  };
  wait();
  let isOver = false;
  let hasBegun = false;
  let idleAnswers = 0;
  const own: LineMarket = {
    make: () => env,
    company: env.company,
    screen: env.screen,
    reset() {
      if (hasBegun) throw new BenchError('episode_over', 'A league has one episode a seed.');
      hasBegun = true;
      return { [AGENT]: first };
    },
    step(actions, span) {
      const agents = env.step(actions, span);
      const outcome = agents[AGENT]!;
      notes.add(outcome);
      idleAnswers = 0;
      isOver = outcome.truncated || outcome.terminated;
      return agents;
    },
  };
  let isRequest = true;
  try {
    for await (const line of linesOf(child.stdout)) {
      if (line.length > MAX_LINE) {
        stopFor(`a line of more than ${MAX_LINE.toLocaleString('en-IN')} characters`);
        break;
      }
      idleAnswers += 1;
      const answer = answerLine(own, line);
      if (isOver) return notes.end();
      isRequest = !answer.startsWith('{"error":{"reason":"request_invalid"');
      if (idleAnswers > MAX_IDLE_ANSWERS) {
        stopFor(`${MAX_IDLE_ANSWERS.toLocaleString('en-IN')} answers, and no market time passed`);
        break;
      }
      wait(); // the market's own time is not the program's
      // Answers that let no time pass are few, and wait for no reader.
      if (child.stdin.write(`${answer}\n`) || idleAnswers > 0) continue;
      isUnread = true;
      await Promise.race([once(child.stdin, 'drain').catch(() => undefined), ended]);
      isUnread = false;
      if (why !== undefined) break;
    }
    const said = await ended;
    const stopped = `${sayStopped(notes.day, why ?? said)}${isRequest ? '' : NO_REQUEST}`;
    playOn(env, notes);
    return notes.end(stopped);
  } finally {
    clearTimeout(timer);
    stop();
  }
}

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
  const notes = new RunNotes(market, first);
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

import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { paise } from '@khara/money';
import {
  callServer,
  endOrphan,
  freePort,
  type ServerProcess,
  startServer,
} from '../../apps/server/test/support/server-process.ts';
import type { Bot, LeagueMarket } from './bots.ts';
import { readDay } from './kite-day.ts';
import { openKiteDoor } from './kite-door.ts';
import { EquityLine, type Fill, type Run } from './run.ts';
import { sayHung, sayStopped, SILENT_MS, startBot } from './run-program.ts';

/** A program's steps are made some at a time, between which the league looks at its account. */
const STEPS_AT_ONCE = 20;
/** Steps into the next day by which the last one's contract note is made. */
const STEPS_OF_NIGHT = 80;
const PACE_MS = 250;

/** Lets a Kite program trade on a stepped server of its own, in a market of the seed. */
export async function runKite(bot: Bot, market: LeagueMarket, silentMs = SILENT_MS): Promise<Run> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'khara-league-'));
  let server: ServerProcess | undefined;
  try {
    const ofMarket = {
      MARKET_PROFILE: 'stepped',
      MARKET_SEED: market.seed,
      MARKET_START: market.start,
      MARKET_DAY_SECONDS: String(market.daySeconds ?? 900),
    };
    const port = await freePort();
    server = await startServer({ dataDir, port, environment: { ...ofMarket, LOG_LEVEL: 'warn' } });
    const { url } = server;
    const account = await SteppedAccount.open(url, market);
    const stopped = await letTrade(bot, account, { port, silentMs });
    await account.finish();
    const fills: Fill[] = [];
    for (const [day, date] of account.dates.entries()) fills.push(...(await readDay(url, date, day)));
    const { equity, worstDay } = account.equity.end();
    return {
      equity,
      worstDay,
      fills,
      ...account.counts,
      charges: account.charges,
      hash: hash('sha256', JSON.stringify([equity, fills])),
      ...(stopped !== undefined && { stopped }),
    };
  } finally {
    await server?.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Runs the program until the days are over; answers why it ended before, where it did. */
async function letTrade(
  bot: Bot,
  account: SteppedAccount,
  { port, silentMs }: { readonly port: number; readonly silentMs: number },
): Promise<string | undefined> {
  const { stepsPerSecond } = bot;
  const hung = Promise.withResolvers<string>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (isBusy: boolean): void => {
    clearTimeout(timer);
    // Where the league moves the market, nothing waits for the program.
    if (!isBusy && stepsPerSecond === undefined) timer = setTimeout(() => hung.resolve(sayHung(silentMs)), silentMs);
  };
  const door = await openKiteDoor({
    port,
    advance: async (body) =>
      stepsPerSecond === undefined ? account.advance(body) : { status: 404, text: '{"status":"error"}' },
    onBusy: wait,
  });
  const { child, ended, stop } = startBot(bot, {
    KHARA_ROOT: door.url,
    KHARA_KEY: account.key,
    KHARA_TOKEN: account.token,
  });
  child.stdout.resume();
  wait(false);
  const over = stepsPerSecond === undefined ? account.over : pace(account, stepsPerSecond);
  try {
    const why = await Promise.race([over.then(() => undefined), hung.promise, ended]);
    return why === undefined || account.isOver ? undefined : sayStopped(account.dates.length, why);
  } finally {
    clearTimeout(timer);
    account.isClosed = true;
    stop();
    door.close();
    account.counts = door.counts;
  }
}

/** Moves the market by real time, for a program that does not. */
async function pace(account: SteppedAccount, stepsPerSecond: number): Promise<void> {
  const steps = Math.max(1, Math.round((stepsPerSecond * PACE_MS) / 1_000));
  while (!account.isOver && !account.isClosed) {
    await account.advance(JSON.stringify({ steps }));
    await rest((steps * 1_000) / stepsPerSecond);
  }
}

type Answer = { readonly status: number; readonly text: string };
type Moved = { readonly marketDate: string; readonly marketTime: string };

/** The one account of a stepped server, and the market's time, which stops where the days of the league are over. */
class SteppedAccount {
  readonly key: string;
  readonly token: string;
  readonly equity: EquityLine;
  /** Market dates so far. */
  readonly dates: string[] = [];
  counts = { orders: 0, refused: 0 };
  charges = 0;
  isOver = false;
  /** Its program has ended: nothing of it moves the market any more. */
  isClosed = false;
  readonly #over = Promise.withResolvers<void>();
  readonly #url: string;
  readonly #days: number;
  readonly #headers: Readonly<Record<string, string>>;
  #seen = '';
  #moving: Promise<unknown> = Promise.resolve();

  private constructor(
    url: string,
    market: LeagueMarket,
    own: { readonly apiKey: string; readonly accessToken: string; readonly token: string },
  ) {
    this.#url = url;
    this.#days = market.days;
    this.equity = new EquityLine(market);
    this.dates.push(market.start);
    this.key = own.apiKey;
    this.token = own.accessToken;
    this.#headers = { token: own.token };
  }

  static async open(url: string, market: LeagueMarket): Promise<SteppedAccount> {
    const amount = (market.cash / 100).toFixed(2);
    const { text } = await ask(url, 'account', JSON.stringify({ amount }));
    const { data } = JSON.parse(text) as { data: Record<'phone' | 'password' | 'apiKey' | 'accessToken', string> };
    const { phone, password, apiKey, accessToken } = data;
    const signedIn = await callServer(url, 'signIn', { phone, password });
    return new SteppedAccount(url, market, { apiKey, accessToken, token: signedIn.data.token });
  }

  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Does what a program asks of time, one request after the other; undefined where the days are over. */
  advance(body: string): Promise<Answer | undefined> {
    const moved = this.#moving.then(() => (this.isOver || this.isClosed ? undefined : this.#advance(body)));
    this.#moving = moved.catch(() => undefined);
    return moved;
  }

  /** Ends open orders, plays the days on to their end, and makes the last contract note. */
  async finish(): Promise<void> {
    await this.#moving;
    const headers = { authorization: `token ${this.key}:${this.token}` };
    const response = await fetch(`${this.#url}/orders`, { headers });
    const { data } = (await response.json()) as { data: readonly Record<'order_id' | 'variety', string>[] };
    // One that has ended answers so.
    for (const { order_id: id, variety } of data)
      await (await fetch(`${this.#url}/orders/${variety}/${id}`, { method: 'DELETE', headers })).body?.cancel();
    while (!this.isOver) await this.#move(JSON.stringify({ steps: STEPS_AT_ONCE }));
    await this.#move(JSON.stringify({ steps: STEPS_OF_NIGHT }));
    this.charges = Number(paise((await this.#capital()).charges));
  }

  async #advance(body: string): Promise<Answer | undefined> {
    let asked: { readonly steps?: unknown; readonly until?: unknown } = {};
    try {
      asked = JSON.parse(body) as typeof asked; // the server reads each part
    } catch {
      // It says so.
    }
    const { steps, until } = asked;
    if (!Number.isSafeInteger(steps) || until !== undefined || Number(steps) <= STEPS_AT_ONCE) return this.#move(body);
    let left = Number(steps);
    let answer: Answer | undefined;
    for (; left > 0 && !this.isOver; left -= STEPS_AT_ONCE)
      answer = await this.#move(JSON.stringify({ steps: Math.min(left, STEPS_AT_ONCE) }));
    return this.isOver || !answer
      ? undefined
      : { ...answer, text: answer.text.replace(/"steps":\d+/, `"steps":${Number(steps)}`) };
  }

  async #move(body: string): Promise<Answer | undefined> {
    const answer = await ask(this.#url, 'advance', body);
    const { code, data } = JSON.parse(answer.text) as { readonly code: number; readonly data: Moved };
    if (code === 200) await this.#look(data.marketDate, data.marketTime.slice(11, 19));
    return this.isOver ? undefined : answer;
  }

  /** What the account is worth, once in each half hour of the market and where the days are over. */
  async #look(date: string, time: string): Promise<void> {
    if (!this.dates.includes(date) && this.dates.length < this.#days) this.dates.push(date);
    const day = this.dates.indexOf(date);
    const isPast = day === -1;
    const isLast = isPast || (day === this.#days - 1 && time >= '16:00:00');
    const half = `${date} ${time.slice(0, 3)}${time.slice(3, 5) < '30' ? '00' : '30'}`;
    if (half === this.#seen && !isLast) return;
    this.#seen = half;
    const worth = Number(paise((await this.#capital()).totalAssets));
    this.equity.add(isPast ? this.#days - 1 : day, isPast ? '16:00:00' : time, worth);
    this.isOver ||= isLast;
    if (this.isOver) this.#over.resolve();
  }

  async #capital() {
    return (await callServer(this.#url, 'totalCapital', {}, this.#headers)).data;
  }
}

/** However long it takes: a slow machine plays a day for minutes. */
async function ask(url: string, what: 'advance' | 'account', body: string): Promise<Answer> {
  const request = send(`${url}/sim/${what}`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, text: (await answer.toArray()).join('') };
}

import { randomUUID } from 'node:crypto';
import { CODES, type Refusal } from '@khara/contract';
import { parseDecimal } from '@khara/money';
import { MARKET_DAY } from '@khara/rules';
import { textsFor } from '@khara/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handlers as accounts } from '#modules/accounts/index.ts';
import { SANDBOX_INVITE_CODE } from '#modules/config/index.ts';
import { createProgramHandlers } from '#modules/programs/index.ts';
import { handlers as wallet, receiveReport } from '#modules/wallet/index.ts';
import { askedBy } from '#src/kernel/asked.ts';
import type { Guest } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { randomText } from '#src/security/random-id.ts';
import type { Bus } from '#src/ports/bus.ts';
import { refusal } from './envelope.ts';
import { failRequest, languageOfRequest, sayRefused } from './errors.ts';

/*
 * Two calls of a stepped market (MARKET_PROFILE=stepped): they move its time, and make accounts for programs. They are
 * no part of the call table, since no member and no page asks them: docs/bench.md.
 */

/** Makes steps until one of them is enough, given the number made; answers that number. */
export type Advance = (isEnough: (made: number) => boolean) => Promise<number>;

type SimDeps = { readonly advance: Advance; readonly bus: Pick<Bus, 'subscribe'> };
type Fields = Readonly<Record<string, unknown>>;

const MAX_STEPS = 100_000;
/** A payment by UPI is smaller (docs/sources.md, U1). */
const MIN_RTGS_PAISE = 2_00_000_00n;
const KEY_DAYS = 30;

export function routeSim(app: FastifyInstance, deps: Deps, sim: SimDeps): void {
  route(app, '/sim/advance', (_guest, fields) => advance(deps, sim, fields));
  route(app, '/sim/account', (guest, fields) => openAccount(deps, guest, fields));
}

function route(
  app: FastifyInstance,
  url: string,
  handle: (guest: Guest, fields: Fields) => Promise<Result<unknown, Refusal>>,
): void {
  app.post(url, async (request, reply): Promise<FastifyReply> => {
    // A page of another site may send to this machine, too; programs send none of these.
    if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
      return failRequest(request, reply, { status: 404, reason: 'not_found' });
    const language = languageOfRequest(request);
    const result = await askedBy(`request ${request.id}`, () => handle(toGuest(request), fieldsIn(request.body)));
    if (result.refused !== undefined) return sayRefused(reply, refusal(language, result));
    return reply.send({ code: CODES.success, msg: textsFor(language).answers.done, data: result.value });
  });
}

/** A boundary: what is no object has no fields. */
const fieldsIn = (body: unknown): Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};

const toGuest = (request: FastifyRequest): Guest => ({
  language: languageOfRequest(request),
  address: request.ip,
  device: undefined,
  userAgent: request.headers['user-agent'] ?? '',
  cacheBuster: undefined,
  member: undefined,
});

const invalid = (field: string) => refuse('invalid_input', { field });

/**
 * Moves market time by `steps`, or `until` a time of the day, the day's end (`close`), or what happens to an order
 * (`event`), the day's end at the latest. What came of it is settled. Refuses invalid_input, with its field.
 */
async function advance(
  { market }: Pick<Deps, 'market'>,
  { advance: move, bus }: SimDeps,
  { steps, until }: Fields,
): Promise<Result<unknown, 'invalid_input'>> {
  if ((steps === undefined) === (until === undefined)) return invalid(steps === undefined ? 'steps' : 'until');
  let made: number;
  if (steps !== undefined) {
    if (!Number.isSafeInteger(steps) || Number(steps) < 1 || Number(steps) > MAX_STEPS) return invalid('steps');
    made = await move((soFar) => soFar >= Number(steps));
  } else if (until === 'event') {
    let hasHeard = false;
    const end = bus.subscribe('changed', (changes) => {
      hasHeard ||= changes.some(({ kind }) => kind === 'order');
    });
    const isOver = reaching(market, DAY_END);
    made = await move((soFar) => hasHeard || isOver(soFar)).finally(end);
  } else {
    const time = until === 'close' ? DAY_END : until;
    if (typeof time !== 'string' || !TIME.test(time) || time < DAY_START || time > DAY_END) return invalid('until');
    made = await move(reaching(market, time));
  }
  const { marketDate, marketTime, session, phase } = market.now();
  return done({ steps: made, marketDate, marketTime, session, phase });
}

const TIME = /^\d\d:[0-5]\d:[0-5]\d$/;
const timeText = (ms: number): string => new Date(ms).toISOString().slice(11, 19);
const [DAY_START, DAY_END] = [timeText(MARKET_DAY.fromMs), timeText(MARKET_DAY.toMs)];

/** Whether the market has come to a time of its day: today, or on the next one where it has passed. */
function reaching(market: Deps['market'], time: string): (made: number) => boolean {
  const now = () => {
    const { marketDate, marketTime } = market.now();
    return { marketDate, time: marketTime.slice(11, 19) };
  };
  const began = now();
  const isToday = began.time < time;
  return () => {
    const at = now();
    if (at.marketDate === began.marketDate) return isToday && at.time >= time;
    return isToday || at.time >= time;
  };
}

/**
 * Opens an account with `amount` rupees and a key that places orders. Refuses amount_invalid, and what a recharge of it
 * is refused for.
 */
async function openAccount(deps: Deps, guest: Guest, { amount }: Fields): Promise<Result<unknown, Refusal>> {
  const paise = typeof amount === 'string' ? parseDecimal(amount, 2) : undefined;
  if (paise === undefined || typeof amount !== 'string') return refuse('amount_invalid', { field: 'amount' });
  const password = randomText(deps.random, 24);
  const phone = `9${String(Buffer.from(deps.random.bytes(4)).readUInt32BE() % 1_000_000_000).padStart(9, '0')}`;
  const own = { phone, password, confirmPassword: password, inviteCode: SANDBOX_INVITE_CODE, agree: true } as const;
  const opened = await accounts.register(deps, guest, own);
  if (opened.refused !== undefined) return opened;
  const session = await deps.sessions.find(opened.value.token);
  if (session.kind !== 'live') throw new Error('A session that was opened is gone');
  const caller = { ...guest, member: session.member };
  const channelType = paise < MIN_RTGS_PAISE ? 'UPI' : 'RTGS';
  const asked = { currency: 'INR', channelType, amount, requestId: randomUUID() } as const;
  const recharge = await wallet.submitRecharge(deps, caller, asked);
  if (recharge.refused !== undefined) return recharge;
  await deps.rail.callback((report) => receiveReport(deps, report));
  // Who opened the account is who asks for its key.
  const { makeProgramKey } = createProgramHandlers(() => Promise.resolve(done(undefined)));
  const made = await makeProgramKey(deps, caller, { name: 'bot', scope: 'trade', days: KEY_DAYS });
  if (made.refused !== undefined) return made;
  const { key, secret, accessToken } = made.value;
  const { userId } = session.member;
  return done({ userId, phone, password, apiKey: key.id, apiSecret: secret, accessToken });
}

import type { ByProgram } from '@khara/broker';
import type { FastifyRequest } from 'fastify';
import { calls, type Body, type CallName, type Data, type Refusal } from '@khara/contract';
import { earlierRefused, keepRefused } from '#modules/placing/index.ts';
import { toNetwork, takeAccountAttempt } from '#modules/accounts/index.ts';
import type { Handlers, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { refuse, type Refused, type Result } from '#src/kernel/result.ts';
import type { Program } from '#src/ports/programs.ts';
import { moneyStopped } from '../envelope.ts';
import { payloadReader, type ReadPayload, type RequestParts } from '../payload.ts';
import type { ServerState } from '../state.ts';
import { Failure, isOfMarket, refusedAs } from './failure.ts';
import { fieldNameAt } from './field-names.ts';
import type { Fields } from './fields.ts';
import { createRates, tooMany, type RateName } from './rates.ts';

/** What the routes of the door need: the calls of the app, and who asks. */
export type Door = {
  readonly deps: Deps;
  /** Who sent a request, once its token is right and its rate is kept. */
  open(request: FastifyRequest, needs: Needs): Promise<DoorCaller>;
  /** Counts a guess that failed, and throws what answers it. */
  fail(request: FastifyRequest, message: string): Promise<never>;
};

type Needs = {
  readonly scope: 'read' | 'trade';
  readonly rate: RateName;
  /** Requests that came as one; without it one. */
  readonly count?: number;
  /** Whether refusals name fields as the app's calls do, and not as Kite's. */
  readonly inOwnNames?: true;
};

/** An order as the app's call takes it, and how its program marks it. */
type NewOrder = {
  readonly side: 'buy' | 'sell';
  readonly fields: Fields & { readonly code: string };
  readonly tag: string | undefined;
  /** Its id came from the program, which may send it again. */
  readonly isRepeatable: boolean;
  /** Why it is refused whatever its terms are. */
  readonly refusal?: Refusal | undefined;
};

/** How a program marks the order that it places, and what is written with the order that it cancels. */
type Asking = { readonly tag?: string | undefined; readonly beside?: MemberCaller['beside'] };

/** A program at the door. `ask` is a call of the app, by the app's own handler. */
export type DoorCaller = {
  readonly program: Program;
  ask<N extends CallName>(name: N, fields: Fields, asking?: Asking): Promise<Data<N>>;
  /**
   * Places an order. What risk control or the exchange refuses is an order all the same: its
   * last state is rejected.
   */
  place(order: NewOrder): Promise<{ readonly id: string }>;
  /** Throws what the fields of an order are refused for before anything else is looked at. */
  check(side: 'buy' | 'sell', fields: Fields): void;
  countOrder(): void;
};

/** Wrong tokens of one network. A right one is never kept waiting by them. */
const GUESSES = { kind: 'window', max: 30, windowMs: 15 * 60_000 } as const;

export const PLACING = { buy: 'placeBuyOrder', sell: 'placeSellOrder' } as const;

type AnyHandler = (
  deps: Deps,
  caller: MemberCaller,
  body: unknown,
) => Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;

export function createDoor(deps: Deps, handlers: Partial<Handlers>, state: ServerState): Door {
  const { market } = deps;
  const rates = createRates(deps);
  const readers = new Map<CallName, (carried: RequestParts) => ReadPayload>();

  function read(name: CallName, fields: Fields, toName: FieldNamer): unknown {
    let reader = readers.get(name);
    if (!reader) readers.set(name, (reader = payloadReader(calls[name])));
    const payload = reader({ body: fields, query: fields, params: {} });
    if (payload.ok) return payload.body;
    const { reason: refused, field } = payload;
    throw refusedAs(named(toName, name, { refused, ...(field !== undefined && { field }) }), true);
  }

  function handle(name: CallName, body: unknown, caller: MemberCaller) {
    if (calls[name].movesMoney) refuseWhileAway(state);
    // One table, many types: each handler was checked against its call when it was written.
    const handler = handlers[name] as AnyHandler | undefined;
    if (!handler) throw new Error(`The door has no handler of ${name}`);
    return handler(deps, caller, body);
  }

  const ask = async (name: CallName, fields: Fields, caller: MemberCaller, toName: FieldNamer) =>
    unwrapResult(name, await handle(name, read(name, fields, toName), caller), toName);

  async function place(
    caller: MemberCaller,
    { side, fields, isRepeatable, refusal }: NewOrder,
    toName: FieldNamer,
  ): Promise<{ readonly id: string }> {
    const name = PLACING[side];
    const body = read(name, fields, toName) as Body<'placeSellOrder'>; // what a buy has is a part of it
    const order = { side, code: fields.code, body };
    const earlier = isRepeatable ? unwrapResult(name, await earlierRefused(deps, caller, order), toName) : undefined;
    if (earlier !== undefined) return { id: earlier };
    const result = refusal ? refuse(refusal) : await handle(name, body, caller);
    if (result.refused === undefined) return { id: (result.value as Data<'placeBuyOrder'>).id };
    if (!isOfMarket(result.refused) || !market.instrument(order.code)?.asset)
      throw refusedAs(named(toName, name, result));
    return { id: unwrapResult(name, await keepRefused(deps, caller, order, result), toName) };
  }

  const fail = (request: FastifyRequest, message: string) => failedGuess(deps, request, message);

  return {
    deps,
    fail,
    async open(request, { scope, rate, count = 1, inOwnNames }) {
      const [, keyId, token] =
        /^(?:token|bearer) ([^:.\s]{1,64})[:.](\S{1,128})$/i.exec(request.headers.authorization ?? '') ?? [];
      if (keyId === undefined || token === undefined) return fail(request, 'Incorrect `api_key` or `access_token`.');
      const found = await deps.programs.find(keyId, token, request.ip);
      if (found.kind === 'too_many') throw tooMany('Too many tokens of this key');
      if (found.kind === 'unknown' || (found.kind === 'assistant' && !inOwnNames))
        return fail(request, 'Incorrect `api_key` or `access_token`.');
      if (found.kind === 'elsewhere')
        throw new Failure('PermissionException', 'This key may not be used from this address');
      if (found.kind === 'paused')
        throw new Failure('PermissionException', 'Your member has paused all assistants', {
          reason: 'assistants_paused',
        });
      const { program } = found;
      request.userId = program.member.userId;
      rates.take(keyId, rate, count);
      if (scope === 'trade' && program.scope !== 'trade')
        throw new Failure('PermissionException', 'This key may read and not trade');
      const callerWith = (by: ByProgram, beside?: MemberCaller['beside']): MemberCaller => ({
        member: program.member,
        language: 'en',
        address: request.ip,
        device: undefined,
        userAgent: request.headers['user-agent'] ?? '',
        cacheBuster: undefined,
        program: by,
        beside,
      });
      const toName: FieldNamer = inOwnNames ? (_name, field) => field : fieldNameAt;
      return {
        program,
        // The call's handler was checked against its call.
        ask: async (name, fields, { tag, beside } = {}) =>
          (await ask(name, fields, callerWith({ keyId, tag }, beside), toName)) as Data<typeof name>,
        place: (order) => place(callerWith({ keyId, tag: order.tag }), order, toName),
        check: (side, fields) => void read(PLACING[side], fields, toName),
        countOrder: () => rates.takeOrder(keyId, market.now().marketDate),
      };
    },
  };
}

type FieldNamer = (name: CallName, field: string) => string;

/** A refusal with the field as those who ask name it. */
const named = (toName: FieldNamer, name: CallName, { field, ...refused }: Refused<Refusal>): Refused<Refusal> => ({
  ...refused,
  ...(field !== undefined && { field: toName(name, field) }),
});

/** Calls that place nothing by themselves: what is wrong with a field of theirs is wrong input, not a refused order. */
const OF_WAITING: ReadonlySet<CallName> = new Set(['placeTrigger', 'changeTrigger', 'saveAlert', 'changeAlert']);

function unwrapResult<T>(name: CallName, result: Result<T, Refusal>, toName: FieldNamer): T {
  if (result.refused !== undefined)
    throw refusedAs(named(toName, name, result), OF_WAITING.has(name) && result.field !== undefined);
  return result.value;
}

/** Counts a guess of a token that failed, and throws what answers it. */
export async function failedGuess(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  request: FastifyRequest,
  message: string,
): Promise<never> {
  const waitMs = await takeAccountAttempt(db, `program:${toNetwork(request.ip)}`, GUESSES, clock.now());
  if (waitMs > 0) throw tooMany('Too many wrong tokens from this network');
  throw new Failure('TokenException', message);
}

/** Nothing new moves while the server ends, or while the books contradict themselves. */
function refuseWhileAway({ closing, moneyStopped: stoppedNow }: ServerState): void {
  if (closing)
    throw new Failure('NetworkException', 'The server is closing', { reason: 'maintenance', afterSeconds: 5 });
  const stopped = stoppedNow();
  if (stopped) throw new Failure('NetworkException', moneyStopped('en', stopped).msg, { reason: 'maintenance' });
}

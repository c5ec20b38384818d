import type { FastifyRequest } from 'fastify';
import { calls, type CallName, type Data, type Refusal } from '@khara/contract';
import { createKnownPrograms, type Program } from '#modules/programs/index.ts';
import { networkOf, takeAccountAttempt } from '#modules/accounts/index.ts';
import type { ByProgram, Handlers, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Result } from '#src/kernel/result.ts';
import { moneyStopped } from '../envelope.ts';
import { payloadReader, type ReadPayload, type RequestParts } from '../payload.ts';
import type { ServerState } from '../state.ts';
import { Failure, refusedAs } from './failure.ts';
import { createRates, tooMany, type RateName } from './rates.ts';

/** What the routes of the door need: the calls of the app, and who asks. */
export interface Door {
  readonly deps: Deps;
  /** Who sent a request, once its token is right and its rate is kept. */
  open(request: FastifyRequest, needs: Needs): Promise<DoorCaller>;
  /** Counts a guess that failed, and throws what answers it. */
  fail(request: FastifyRequest, message: string): Promise<never>;
}

type Needs = { readonly scope: 'read' | 'trade'; readonly rate: RateName };

/** A program at the door. `ask` is a call of the app, by the app's own handler. */
export interface DoorCaller {
  readonly program: Program;
  ask<N extends CallName>(name: N, fields: Readonly<Record<string, unknown>>, tag?: string): Promise<Data<N>>;
  countOrder(): void;
}

/** Wrong tokens of one network. A right one is never kept waiting by them. */
const GUESSES = { kind: 'window', max: 30, windowMs: 15 * 60_000 } as const;

type AnyHandler = (
  deps: Deps,
  caller: MemberCaller,
  body: unknown,
) => Result<unknown, Refusal> | Promise<Result<unknown, Refusal>>;

export function createDoor(deps: Deps, handlers: Partial<Handlers>, state: ServerState): Door {
  const { db, clock, market } = deps;
  const known = createKnownPrograms(deps);
  const rates = createRates(clock);
  const readers = new Map<CallName, (carried: RequestParts) => ReadPayload>();

  async function ask(name: CallName, fields: Readonly<Record<string, unknown>>, caller: MemberCaller) {
    const call = calls[name];
    if (call.movesMoney) refuseWhileAway(state);
    let read = readers.get(name);
    if (!read) readers.set(name, (read = payloadReader(call)));
    const payload = read({ body: fields, query: fields, params: {} });
    if (!payload.ok) {
      const { reason: refused, field } = payload;
      throw refusedAs({ refused, ...(field !== undefined && { field }) }, true);
    }
    // One table, many types: each handler was checked against its call when it was written.
    const handler = handlers[name] as AnyHandler | undefined;
    if (!handler) throw new Error(`The door has no handler of ${name}`);
    const result = await handler(deps, caller, payload.body);
    if (result.refused !== undefined) throw refusedAs(result);
    return result.value;
  }

  async function fail(request: FastifyRequest, message: string): Promise<never> {
    const waitMs = await takeAccountAttempt(db, `program:${networkOf(request.ip)}`, GUESSES, clock.now());
    if (waitMs > 0) throw tooMany('Too many wrong tokens from this network');
    throw new Failure('TokenException', message);
  }

  return {
    deps,
    fail,
    async open(request, { scope, rate }) {
      const [, keyId, token] = /^token ([^:\s]{1,64}):(\S{1,128})$/i.exec(request.headers.authorization ?? '') ?? [];
      if (keyId === undefined || token === undefined) return fail(request, 'Incorrect `api_key` or `access_token`.');
      const found = await known.find(keyId, token, request.ip);
      if (found.kind === 'unknown') return fail(request, 'Incorrect `api_key` or `access_token`.');
      if (found.kind === 'elsewhere')
        throw new Failure('PermissionException', 'This key may not be used from this address');
      const { program } = found;
      request.userId = program.member.userId;
      rates.take(keyId, rate);
      if (scope === 'trade' && program.scope !== 'trade')
        throw new Failure('PermissionException', 'This key may read and not trade');
      const callerWith = (by: ByProgram): MemberCaller => ({
        member: program.member,
        language: 'en',
        address: request.ip,
        device: undefined,
        userAgent: request.headers['user-agent'] ?? '',
        cacheBuster: undefined,
        program: by,
      });
      return {
        program,
        // The call's handler was checked against its call.
        ask: async (name, fields, tag) => (await ask(name, fields, callerWith({ keyId, tag }))) as Data<typeof name>,
        countOrder: () => rates.takeOrder(keyId, market.now().marketDate),
      };
    },
  };
}

/** Nothing new moves while the server ends, or while the books contradict themselves. */
function refuseWhileAway({ draining, moneyStopped: stoppedNow }: ServerState): void {
  if (draining)
    throw new Failure('NetworkException', 'The server is closing', { reason: 'maintenance', afterSeconds: 5 });
  const stopped = stoppedNow();
  if (stopped) throw new Failure('NetworkException', moneyStopped('en', stopped).msg, { reason: 'maintenance' });
}

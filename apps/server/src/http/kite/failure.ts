import type { FastifyReply } from 'fastify';
import type { Refusal } from '@khara/contract';
import type { Refused } from '#src/kernel/result.ts';
import { refusal as inWords } from '../envelope.ts';

/** What goes wrong at the door for programs, by the names of its clients' exceptions. */
const STATUS = {
  InputException: 400,
  OrderException: 400,
  MarginException: 400,
  HoldingException: 400,
  TokenException: 403,
  PermissionException: 403,
  NetworkException: 503,
  GeneralException: 500,
} as const;
export type FailureName = keyof typeof STATUS;

/** Ends a call of the door; the error handler answers it. */
export class Failure extends Error {
  override readonly name: FailureName;
  readonly status: number;
  readonly reason: string | undefined;
  readonly field: string | undefined;
  readonly afterSeconds: number | undefined;

  constructor(
    name: FailureName,
    message: string,
    more: {
      readonly status?: number;
      readonly reason?: string;
      readonly field?: string | undefined;
      readonly afterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.name = name;
    this.status = more.status ?? STATUS[name];
    this.reason = more.reason;
    this.field = more.field;
    this.afterSeconds = more.afterSeconds;
  }
}

/** A field that is missing or is not what it should be. */
export const wrongField = (field: string, message: string): Failure =>
  new Failure('InputException', message, { reason: 'invalid_input', field });

export const noSuchPath = (): Failure => new Failure('GeneralException', 'Route not found', { status: 404 });

export const notOffered = (what: string): Failure =>
  new Failure('InputException', `Khara does not offer ${what}`, { reason: 'not_offered' });

/** Reasons that say that the request itself is at fault, whatever the market and the account are like. */
const OF_INPUT: ReadonlySet<Refusal> = new Set([
  'invalid_input',
  'invalid_id',
  'not_found',
  'unknown_code',
  'unknown_order',
  'unknown_position',
  'unknown_trigger',
  'trigger_not_waiting',
  'alert_already_met',
  'request_id_required',
  'request_id_reused',
  'quantity_required',
  'quantity_invalid',
  'price_required',
  'price_invalid',
  'trigger_required',
  'trigger_not_available',
  'order_type_not_available',
  'validity_not_available',
  'nothing_to_modify',
]);
const NAMES: Readonly<Partial<Record<Refusal, FailureName>>> = {
  insufficient_funds: 'MarginException',
  debt_open: 'MarginException',
  position_above_turnover: 'MarginException',
  insufficient_holdings: 'HoldingException',
  shares_locked_in: 'HoldingException',
  transaction_password_required: 'PermissionException',
};

/** Reasons that concern the caller, or a repeat, and not what is asked for. */
const OF_CALLER: ReadonlySet<Refusal> = new Set([
  'transaction_password_required',
  'transaction_password_wrong',
  'transaction_password_paused',
  'transaction_password_default_expired',
  'request_in_progress',
]);

/** Whether a new order that is refused for this is an order all the same: the market did not take it. */
export const isOfMarket = (reason: Refusal): boolean => !OF_INPUT.has(reason) && !OF_CALLER.has(reason);

/** A refusal of a call as the door's clients know it; `isInput`: its fields could not be read. */
export function refusedAs(result: Refused<Refusal>, isInput = false): Failure {
  const { refused: reason, field } = result;
  const name = isInput || OF_INPUT.has(reason) ? 'InputException' : (NAMES[reason] ?? 'OrderException');
  return new Failure(name, inWords('en', result).msg, { reason, field });
}

/** Clients compare the type whole, so nothing may stand behind it: a Buffer is sent as it is. */
export const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)));

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, afterSeconds } = failure;
  if (afterSeconds !== undefined) void reply.header('retry-after', String(afterSeconds));
  // Where no hook was met: of a path that is no path, or is none by which a program is known.
  const marketTime = reply.server.tellMarketTime?.();
  if (marketTime !== undefined) void reply.header('x-market-time', marketTime);
  return sendJson(reply.code(status).header('x-simulated', '1'), failureBody(failure));
}

export function failureBody({ name, message, reason, field }: Failure): object {
  const data = reason === undefined ? null : { reason, ...(field !== undefined && { field }) };
  return { status: 'error', message, error_type: name, data };
}

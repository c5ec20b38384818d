import type { ConsoleBody, ConsoleRefusals } from '@khara/contract';
import { announce, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Result } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import type { StaffRequest } from './request-store.ts';
import type { ConsoleDeps } from './types.ts';

type Payload = NonNullable<ConsoleBody<'consoleRequest'>['payload']>;

/** Why a request failed, or what to send after the commit. */
export type Outcome = { readonly failure: string } | { readonly tell: () => void };

/** A request that two people agreed to. */
type Agreed<T> = Pick<StaffRequest, 'id' | 'subject' | 'reason' | 'maker'> & {
  readonly checker: string;
  readonly terms: T;
};

/** Everything the server knows of one action of the back office. `console.add_request` checks the rest. */
export type Action<T extends object = object> = {
  /** The terms that are kept with the request, and no others; undefined when one is missing. */
  termsOf(payload: Payload): T | undefined;
  /** The subject of a request, or why it is refused. Without this the database alone checks the subject. */
  subjectOf?(
    deps: ConsoleDeps,
    subject: string,
    terms: T,
  ): Promise<Result<string, ConsoleRefusals<'consoleRequest'>>> | Result<string, ConsoleRefusals<'consoleRequest'>>;
  /** Carries it out, in the transaction that ends the request. */
  execute(tx: Tx, deps: Deps, request: Agreed<T>): Promise<Outcome>;
  /**
   * The question that `npm run verify` asks: a query of rows (what, ok). A row is ok when `done` has the
   * request by which it was decided. `done` are the requests of this action that were carried out: id (as
   * text), subject, maker, checker, payload.
   */
  readonly decided?: string;
};

/** Done. The notices are announced after the commit. */
export const withNotices = (deps: Deps, sent: readonly SentNotice[] = []): Outcome => ({
  tell: () => announce(deps, ...sent),
});

/** The outcome of a use case: its refusal is the failure of the request. */
export const toOutcome = (result: Result<() => void>): Outcome =>
  result.refused === undefined ? { tell: result.value } : { failure: result.refused };

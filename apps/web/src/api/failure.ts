/**
 * How a call can fail, as a value. `code` and `cause` are those of docs/sources.md W1; `message` is the
 * reader's text, in their language.
 *
 * | code | cause | when |
 * |---|---|---|
 * | −1 | request address cannot be empty | no such entry in the call table |
 * | 5 | timeout, network error | no answer in 60 s, or none at all |
 * | 600003 | abort | taken back by the app |
 * | 602001 | network error, file error | an upload broke off |
 * | 401, 2001, 500 | the server's | no session, session ended, refused |
 * | other | http 503 | an HTTP status other than 200 |
 */
export type Failure = {
  readonly ok: false;
  readonly code: number;
  readonly cause: string;
  readonly message: string;
  /** Of a refusal: its stable name, the field it belongs to, and everything else that came with it. */
  readonly reason?: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** True when the server may have done what was asked although no answer came. */
  readonly outcomeUnknown?: boolean;
};
type Success<T> = { readonly ok: true; readonly data: T; readonly message: string };
export type Result<T> = Success<T> | Failure;

export const FAILURE_CODES = {
  missingCall: -1,
  timeout: 5,
  network: 5,
  abort: 600003,
  upload: 602001,
  socketConnect: 600009,
  socketNotOpen: 10002,
  socketSend: 602001,
} as const;

/** What a query throws, so that the query cache keeps it as an error; nothing else throws it. */
export class CallFailed extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.cause);
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

export const toFailure = (error: unknown): Failure | undefined =>
  error instanceof CallFailed ? error.failure : undefined;

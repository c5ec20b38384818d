import * as z from 'zod/mini';
import type { Refusal } from './refusals.ts';

/** `guest`: no session is needed. `member`: needs a session. `staff`: needs one of the back office. */
export type Access = 'guest' | 'member' | 'staff';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

export type CallDefinition<
  Body extends Shape,
  Data extends z.core.$ZodType,
  R extends Refusal,
  A extends Access = Access,
> = {
  /**
   * Path below the origin; `{id}` at its end is taken from the body's field `id` by the client, and put there
   * by the server.
   */
  readonly path: `/${string}`;
  readonly method: 'POST' | 'GET';
  readonly access: A;
  /** A line of manual. */
  readonly doc: string;
  /** Fields of the payload; for a GET, of the query. Unknown ones are ignored. */
  readonly body: Body;
  readonly data: Data;
  /** What it may refuse, beyond what its fields' schemas say. */
  readonly refusals: readonly R[];
  /**
   * True when the call moves money or quantity: it then takes a `requestId`, and answers a repeat with the
   * first answer.
   */
  readonly movesMoney?: boolean;
  /** True when it takes a file: the payload is then a multipart form with the part `file`. */
  readonly takesFile?: boolean;
  /** True when its success is a file instead of an envelope. */
  readonly answersFile?: boolean;
  /** True when a practice account may not call it before it is kept with a phone number: `account_not_kept`. */
  readonly keptOnly?: boolean;
  /** False for a call that the specification does not name (marked + in the manual). */
  readonly specified?: boolean;
};

export type Call<
  Body extends Shape = Shape,
  Data extends z.core.$ZodType = z.core.$ZodType,
  R extends Refusal = Refusal,
  A extends Access = Access,
> = Readonly<
  Omit<CallDefinition<Body, Data, R, A>, 'body' | 'movesMoney' | 'takesFile' | 'answersFile' | 'keptOnly' | 'specified'>
> & {
  readonly body: z.ZodMiniObject<Body>;
  readonly movesMoney: boolean;
  readonly takesFile: boolean;
  readonly answersFile: boolean;
  readonly keptOnly: boolean;
  readonly specified: boolean;
};

/** One entry of the call table. */
export function call<
  const Body extends Shape,
  Data extends z.core.$ZodType,
  const R extends Refusal,
  const A extends Access,
>(definition: CallDefinition<Body, Data, R, A>): Call<Body, Data, R, A> {
  return {
    movesMoney: false,
    takesFile: false,
    answersFile: false,
    keptOnly: false,
    specified: true,
    ...definition,
    body: z.object(definition.body),
  };
}

/** What a handler receives: the payload read into domain values. */
export type BodyOf<C extends Call> = z.output<C['body']>;
/** What a client sends. */
export type PayloadOf<C extends Call> = z.input<C['body']>;
/** What travels back in `data`. */
export type DataOf<C extends Call> = z.output<C['data']>;
export type RefusalOf<C extends Call> = C['refusals'][number];

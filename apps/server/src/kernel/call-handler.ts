import type { ByProgram } from '@khara/broker';
import type { Body, CallName, Calls, Data, Language, RefusalsOf } from '@khara/contract';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from './deps.ts';
import type { Member } from './member.ts';
import type { Result } from './result.ts';

/** What is known of a caller besides the payload. */
type Caller = {
  readonly language: Language;
  /** Address of the client: that of the connection, or the one a trusted proxy names. */
  readonly address: string;
  /** The value that a device got at its last successful sign-in (header `device`), as it came. */
  readonly device: string | undefined;
  readonly userAgent: string;
  /**
   * Origin of the page that calls, if it is the server's own or one that may call it; undefined for any other caller.
   */
  readonly origin?: string | undefined;
  /** The key of the program that calls for its member, and how it marks what it places. */
  readonly program?: ByProgram | undefined;
  /** Writes what stands or falls with a cancel, in its transaction: what an assistant did. */
  readonly beside?: ((tx: Tx) => Promise<void>) | undefined;
  /** Query parameter `r`, by which a client keeps caches away: a repeat of the same call carries the same one. */
  readonly cacheBuster: string | undefined;
};

/** A caller of a guests' call: signed in or not. */
export type Guest = Caller & { readonly member: Member | undefined };
/** A caller of a call that needs a session. */
export type MemberCaller = Caller & { readonly member: Member };

type CallerOf<N extends CallName> = Calls[N]['access'] extends 'member' ? MemberCaller : Guest;

/**
 * A call's use case: the payload arrives read and checked by the call table, the answer is a value or one of
 * the refusals that the table names. Whatever else happens is thrown: `TryLater` where a repeat may help, any
 * other error for a defect.
 */
type Handler<N extends CallName> = (
  deps: Deps,
  caller: CallerOf<N>,
  body: Body<N>,
) => Result<Data<N>, RefusalsOf<N>> | Promise<Result<Data<N>, RefusalsOf<N>>>;

/** Handlers of the calls named: a missing call, or a refusal that the contract does not name, fails to compile. */
export type HandlersFor<N extends CallName> = { readonly [K in N]: Handler<K> };
/** One handler for every call of the table. */
export type Handlers = HandlersFor<CallName>;

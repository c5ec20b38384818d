import type { OwnKeys } from '#src/security/keys.ts';

/**
 * What the modules see of the database: named statements and transactions. The implementation is adapters/postgres.ts.
 */

type Row = Readonly<Record<string, unknown>>;

export type Queryable = {
  /**
   * Runs one statement, prepared under `name` on each connection: a name belongs to one text for good
   * (`orders.find_by_id`). A row has its columns in camelCase, NULL as undefined, bigint as `bigint`, numeric
   * and date as text, bytea as bytes; what json holds is as it was written. An instant is a bigint called
   * `at`, `…_at`, `…_until` or `…_ms`: it arrives as a number of milliseconds, `accepted_ms` as `acceptedAt`.
   * A duration is named `AS "ageMs"`. The row type is the caller's claim about its own SQL.
   */
  query<R = Row>(name: string, text: string, params?: readonly unknown[]): Promise<readonly R[]>;
  /**
   * The keys of this server: what is written here is signed by them, and what is read is held against them before a
   * server acts by it. Throws until they are open, and where nothing is written.
   */
  ownKeys(): OwnKeys;
};

/** A record of the log that functions of the database write in a transaction, as the caller knows it beforehand. */
export type ExpectedRecord = {
  readonly type: string;
  /** What its text says at least. */
  readonly says: Readonly<Record<string, string | number | boolean | null>>;
  /** Its whole text and what it is about, where the caller has written both. */
  readonly exactly?: { readonly json: string; readonly ref: string | undefined };
  /** How many there are is the database's to say. */
  readonly isMany?: boolean;
};

/** A transaction under way. Not to be kept beyond the function that received it. */
export type Tx = Queryable & {
  readonly isTransaction: true;
  /** Records of the log that it may write (`expectRecord` of modules/ledger): they are signed before the commit. */
  readonly expected: ExpectedRecord[];
  /** Ids of records by which it acts: their signatures are checked before the commit. */
  readonly reliesOn: bigint[];
  /**
   * COMMIT travels with the statements that `send` sends before it first waits: a round trip less. What throws until
   * then keeps it back. The database alone decides whether they are kept, so nothing that they answer may be a reason
   * against it. Nothing comes after them.
   */
  commitWith<T>(send: () => Promise<T>): Promise<T>;
};

/** One connection in the hands of one caller. Not to be kept beyond the function that received it. */
export type Session = Queryable & {
  /** As that of `Db`, but run once: what it failed for is the caller's to judge. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Aborted when the database is to be closed, which waits for the session to end. */
  readonly closing: AbortSignal;
};

export type Db = Queryable & {
  /**
   * Runs `work` in one READ COMMITTED transaction and commits it. Deadlocks, serialization failures and lock timeouts
   * run it again, at most three times and five seconds: `work` must have no effect outside the database.
   * When a statement failed inside, nothing is written: then `work` throws, or returns a refusal.
   * Statements that `work` starts without awaiting one by one travel together.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` on one unchanging view of the data (REPEATABLE READ, READ ONLY): for statements and reports. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on one connection: locks of the session that it takes are kept until `release`, a statement that runs
   * last, whatever becomes of its transactions. Only when the connection breaks are they gone before. What `work`
   * answers does not wait for the release.
   */
  session<T>(release: string, work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * The database could not be reached, or did not answer in time. Whether a write was kept is unknown: the caller repeats
 * it with the same request id. The HTTP boundary answers 503 with Retry-After.
 */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
  /** The database answered that it cannot now (a statement took too long, a disk is full): the connection goes on. */
  readonly isAnswered: boolean;

  constructor(message: string, { isAnswered = false, ...options }: ErrorOptions & { isAnswered?: boolean } = {}) {
    super(message, options);
    this.isAnswered = isAnswered;
  }
}

/** An error that PostgreSQL itself raised: the statement did nothing. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  /** Five characters of SQLSTATE: 23505 unique violation, 23514 check violation ... */
  readonly code: string;
  readonly constraint: string | undefined;
  readonly detail: string | undefined;

  constructor(message: string, facts: { code: string; constraint?: string; detail?: string; cause?: unknown }) {
    super(message, { cause: facts.cause });
    this.code = facts.code;
    this.constraint = facts.constraint;
    this.detail = facts.detail;
  }
}

/** Lock not available, deadlock: others are the reason, and another attempt may do better. */
export const isBusy = (error: unknown): boolean => error instanceof SqlError && BUSY.has(error.code);

const BUSY: ReadonlySet<string> = new Set(['40P01', '55P03']);

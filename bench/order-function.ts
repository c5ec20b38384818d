import { performance } from 'node:perf_hooks';
import pg from 'pg';

/** Accounts of the bare function. */
export const ACCOUNTS = 10_000;

/**
 * The database's own limit: one order as one bare SQL function, a call a transaction. It takes the money with
 * a checked balance, notes two postings, the order and its command, and nothing of what makes the product's
 * ledger provable (no kinds, no second count, no chain).
 */
export const ORDER_FUNCTION = `
  DROP SCHEMA IF EXISTS bench CASCADE;
  CREATE SCHEMA bench;
  CREATE TABLE bench.account (id int PRIMARY KEY, available bigint NOT NULL CHECK (available >= 0), frozen bigint NOT NULL DEFAULT 0) WITH (fillfactor = 50);
  CREATE TABLE bench.posting (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id int NOT NULL, amount bigint NOT NULL);
  CREATE TABLE bench.request (account_id int, request_id text, PRIMARY KEY (account_id, request_id));
  CREATE TABLE bench."order" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id int NOT NULL, code text NOT NULL, quantity int NOT NULL, price bigint NOT NULL);
  CREATE TABLE bench.command (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL);
  INSERT INTO bench.account (id, available) SELECT n, 1000000000000 FROM generate_series(1, ${ACCOUNTS}) n;
  CREATE FUNCTION bench.place(p_account int, p_request text, p_code text, p_quantity int, p_price bigint) RETURNS bigint LANGUAGE plpgsql AS $$
  DECLARE
    v_order bigint;
    v_seq bigint;
  BEGIN
    INSERT INTO bench.request VALUES (p_account, p_request);
    UPDATE bench.account SET available = available - p_quantity * p_price, frozen = frozen + p_quantity * p_price WHERE id = p_account;
    INSERT INTO bench.posting (account_id, amount) VALUES (p_account, -p_quantity * p_price), (p_account, p_quantity * p_price);
    INSERT INTO bench."order" (account_id, code, quantity, price) VALUES (p_account, p_code, p_quantity, p_price) RETURNING id INTO v_order;
    INSERT INTO bench.command (order_id) VALUES (v_order) RETURNING seq INTO v_seq;
    RETURN v_seq;
  END $$;
  ANALYZE bench.account;
`;

export type Limit = {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly calls: number;
};

/** A function of SQL and how it is called: `setup` makes it, in a schema of its own, and stays. */
export type BareFunction = {
  readonly setup: string;
  readonly text: string;
  /** Other values for each call, of which a connection counts its own. */
  readonly values: (connection: number, count: number) => readonly unknown[];
};

export const BARE_ORDER: BareFunction = {
  setup: ORDER_FUNCTION,
  text: 'SELECT bench.place($1, $2, $3, $4, $5) AS seq',
  values: (connection, count) => [
    1 + ((connection * 617 + count) % ACCOUNTS),
    `${connection}-${count}`,
    'AAMRAI',
    5,
    132_540,
  ],
};

/**
 * Calls a second of such a function, the warming ones among `calls`, from `connections` connections of a bare `pg`
 * client, prepared. `admin` may make its schema.
 */
export async function measureFunction(
  admin: pg.ClientConfig,
  bare: BareFunction,
  connections: number,
  seconds: number,
): Promise<Limit> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(admin);
      await client.connect();
      return client;
    }),
  );
  try {
    await clients[0]!.query(bare.setup);
    const warm = await hammer(clients, bare, 0, 1);
    const took = await hammer(clients, bare, warm.length, seconds);
    took.sort((a, b) => a - b);
    const p50Ms = took[Math.floor(took.length * 0.5)] ?? 0;
    const p99Ms = took[Math.floor(took.length * 0.99)] ?? 0;
    return { perSecond: took.length / seconds, p50Ms, p99Ms, calls: warm.length + took.length };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function hammer(
  clients: readonly pg.Client[],
  { text, values }: BareFunction,
  first: number,
  seconds: number,
): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  const took: number[] = [];
  await Promise.all(
    clients.map(async (client, connection) => {
      for (let count = first; ; count += 1) {
        const start = performance.now();
        if (start >= until) return;
        await client.query({ name: text, text, values: [...values(connection, count)] });
        took.push(performance.now() - start);
      }
    }),
  );
  return took;
}

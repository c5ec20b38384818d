import type { Db, Queryable } from '#src/ports/database.ts';

/** Statements by their names, with the parameters that they were run with last. */
export type Heard = Map<string, { readonly text: string; readonly params: readonly unknown[] | undefined }>;

/** The same database, of which each statement is heard. */
export function listening(db: Db, heard: Heard): Db {
  const hear = <Q extends Queryable>(on: Q, own: Partial<Q> = {}): Q =>
    new Proxy(on, {
      get: (target, key) => {
        if (key in own) return own[key as keyof Q];
        if (key === 'query')
          return (name: string, text: string, params?: readonly unknown[]) => {
            heard.set(name, { text, params });
            return target.query(name, text, params);
          };
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  return hear(db, {
    transaction: (work) => db.transaction((tx) => work(hear(tx))),
    snapshot: (work) => db.snapshot((tx) => work(hear(tx))),
    session: (release, work) =>
      db.session(release, (session) =>
        work(hear(session, { transaction: (inside) => session.transaction((tx) => inside(hear(tx))) })),
      ),
  });
}

type Plan = {
  readonly 'Node Type': string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
};

/**
 * Tables that statements read from end to end where they may use any index: by no condition, and not the
 * first few of an order. `isPart`: indexes that have a part of their table's rows.
 */
function wholeReads(plan: Plan, isPart: ReadonlySet<string>, isLimited: boolean): readonly string[] {
  const { 'Node Type': type, 'Index Name': index } = plan;
  const isScan = type === 'Seq Scan' || (/^(Bitmap )?Index/.test(type) && plan['Index Cond'] === undefined);
  const isWhole = isScan && !isLimited && !(index !== undefined && isPart.has(index));
  const of = plan['Relation Name'] ?? index;
  const limited = isLimited || type === 'Limit';
  return [
    ...(isWhole && of !== undefined ? [plan.Schema === undefined ? of : `${plan.Schema}.${of}`] : []),
    ...(plan.Plans ?? []).flatMap((below) => wholeReads(below, isPart, limited)),
  ];
}

/** Tables that stay short, and why: any statement may read them whole. */
const SHORT: Readonly<Record<string, string>> = { 'market.snapshot': 'each save keeps the two newest' };

/** Tables whose key is one boolean: they have a row for `true`, and no other. */
const listOneRow = async (admin: Db): Promise<readonly string[]> => {
  const rows = await admin.query<{ name: string }>(
    'test.one_row',
    `SELECT i.indrelid::regclass::text AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid
     WHERE i.indisprimary AND i.indnkeyatts = 1 AND a.attnum = i.indkey[0] AND a.atttypid = 'boolean'::regtype`,
  );
  return rows.map(({ name }) => name);
};

/** By statement the tables that it reads from end to end, however many rows they have. */
export async function readsWhole(
  admin: Db,
  heard: Heard,
): Promise<readonly (readonly [name: string, table: string])[]> {
  const parts = await admin.query<{ name: string }>(
    'test.partial_indexes',
    'SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indpred IS NOT NULL',
  );
  const isPart = new Set(parts.map(({ name }) => name));
  const isShort = new Set([...Object.keys(SHORT), ...(await listOneRow(admin))]);
  const found: [string, string][] = [];
  for (const [name, { text, params }] of heard) {
    if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(text)) continue;
    const plan = await admin.transaction(async (tx) => {
      await tx.query('test.no_scan', 'SET LOCAL enable_seqscan = off');
      const [row] = await tx.query(`test.explain.${name}`, `EXPLAIN (VERBOSE, FORMAT JSON) ${text}`, params);
      const [value] = Object.values(row!);
      return (typeof value === 'string' ? (JSON.parse(value) as unknown) : value) as readonly { readonly Plan: Plan }[];
    });
    for (const table of new Set(wholeReads(plan[0]!.Plan, isPart, false)))
      if (!isShort.has(table)) found.push([name, table]);
  }
  return found;
}

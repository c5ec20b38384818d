import type { Queryable } from '#src/ports/database.ts';
import { readCatalogue, type Catalogue } from './catalogue.ts';

/** What this version makes in an empty database: what there is to compare one with. */
export type FreshDatabase = {
  readonly catalogue: Catalogue;
  /**
   * Its checks in SQL, by name: queries that answer name, violations and a sample. Those that ask others are
   * not among them.
   */
  readonly checks: ReadonlyMap<string, string>;
};

/**
 * Has names looked up in PostgreSQL's own schema only, until the transaction ends: no table and no operator
 * stands before those that are meant.
 */
export const ownNamesOnly = (tx: Queryable) =>
  tx.query('verify.names', "SELECT pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true)");

/** Reads it, from an empty database that this version has just made. */
export async function readMade(tx: Queryable): Promise<FreshDatabase> {
  await ownNamesOnly(tx);
  const rows = await tx.query<{ name: string; text: string }>(
    'verify.checks',
    `SELECT n.nspname || '.' || p.proname AS name, p.prosrc AS text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE pg_get_function_result(p.oid) = 'TABLE(name text, violations bigint, sample text)'`,
  );
  const asksAnother = ({ text }: { readonly text: string }) => rows.some(({ name }) => text.includes(`${name}()`));
  const checks = rows.filter((row) => !asksAnother(row)).map(({ name, text }) => [name, text] as const);
  return { catalogue: await readCatalogue(tx), checks: new Map(checks) };
}

import type { TestProject } from 'vitest/node';
import { startEmptyDatabase } from '#src/adapters/empty-database.ts';

declare module 'vitest' {
  // The way to give a context a property is to add to its interface.
  interface ProvidedContext {
    postgres: { readonly host: string; readonly port: number; readonly password: string; readonly template: string };
  }
}

/** One PostgreSQL for the whole run, with one migrated database from which each test file's is copied. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [template, password] = ['khara_template', 'only-for-tests'];
  const { admin, stop } = await startEmptyDatabase({ database: template, password });
  project.provide('postgres', { host: admin.host, port: admin.port, password, template });
  return stop;
}

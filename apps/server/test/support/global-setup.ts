import type { TestProject } from 'vitest/node';
import { startEmptyDatabase } from '#src/adapters/empty-database.ts';
import { installed } from '../../../../tools/installed.ts';

declare module 'vitest' {
  // The way to give a context a property is to add to its interface.
  interface ProvidedContext {
    postgres: { readonly host: string; readonly port: number; readonly password: string; readonly template: string };
  }
}

/**
 * One PostgreSQL for the whole run, with one migrated database from which each test file's is copied; and the npm
 * clients of programs and of assistants, once, before several files ask for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const folder of ['examples/javascript', 'examples/assistant'])
    try {
      installed(folder);
    } catch {
      console.warn(`The packages of ${folder} cannot be installed here: their tests fail, and no others.`);
    }
  const [template, password] = ['khara_template', 'only-for-tests'];
  const { admin, stop } = await startEmptyDatabase({ database: template, password });
  project.provide('postgres', { host: admin.host, port: admin.port, password, template });
  return stop;
}

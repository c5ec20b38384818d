import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DATA_FILES, loadUniverse, type Universe } from '@khara/universe';

const require = createRequire(import.meta.filename);
const read = (name: string): string => readFileSync(require.resolve(`@khara/universe/data/${name}`), 'utf8');

/** The universe from the files that come with the product. */
export const readUniverse = (): Universe =>
  loadUniverse({
    issuers: read(DATA_FILES.issuers),
    indices: read(DATA_FILES.indices),
    offerings: read(DATA_FILES.offerings),
  });

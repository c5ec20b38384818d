import { readFileSync } from 'node:fs';
import { DATA_FILES, loadUniverse, type Universe } from './src/index.ts';

const read = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');

/** The universe from the files of this package. The one entry of a package that reads a disk: `src` has none. */
export const readUniverse = (): Universe =>
  loadUniverse({
    issuers: read(DATA_FILES.issuers),
    funds: read(DATA_FILES.funds),
    indices: read(DATA_FILES.indices),
    offerings: read(DATA_FILES.offerings),
  });

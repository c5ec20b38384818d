import { readFileSync } from 'node:fs';
import { DATA_FILES, loadUniverse, type Universe } from '@khara/universe';

const read = (name: string): string => readFileSync(new URL(`../../universe/data/${name}`, import.meta.url), 'utf8');

/** The universe from the files that come with the product, for tests. */
export const readUniverse = (): Universe =>
  loadUniverse({
    issuers: read(DATA_FILES.issuers),
    indices: read(DATA_FILES.indices),
    offerings: read(DATA_FILES.offerings),
  });

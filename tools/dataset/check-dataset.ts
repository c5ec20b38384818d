import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BENCH } from '@khara/bench';
import { hashFiles, MANIFEST, type Manifest, writeDataset } from './write-dataset.ts';

/**
 * Plays the days of a data set again and says that all is as it was; throws where it is not, or where this
 * version cannot say.
 */
export function checkDataset(directory: string): string {
  const manifest = readManifest(directory);
  if (manifest.bench !== BENCH)
    throw new Error(`This data set was made by ${manifest.bench} of Khara ${manifest.project}, and here is ${BENCH}.
To check it: git checkout v${manifest.project} && npm ci && npm run dataset -- --check ${directory}`);
  const again = mkdtempSync(path.join(tmpdir(), 'khara-dataset-'));
  try {
    const { files } = writeDataset(again, manifest.options);
    const found = hashFiles(directory);
    const differs = [...new Set([...Object.keys(files), ...Object.keys(found)])]
      .filter((name) => files[name] !== found[name] || files[name] !== manifest.files[name])
      .toSorted();
    if (differs.length > 0) throw new Error(`Not what the seed gives: ${differs.join(', ')}`);
    return `${Object.keys(files).length} tables are what seed ${manifest.options.seed} gives.`;
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
}

function readManifest(directory: string): Manifest {
  try {
    const read = JSON.parse(readFileSync(path.join(directory, MANIFEST), 'utf8')) as Partial<Manifest> | null;
    if (read?.bench !== undefined && read.project !== undefined && read.options && read.files) return read as Manifest;
  } catch {
    // Said below.
  }
  throw new Error(`${directory} is no data set: it has no ${MANIFEST} that can be read.`);
}

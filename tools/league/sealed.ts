import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What a sealed file holds: until it is opened, its hash alone is known. */
export type Sealed = {
  /** Dates in India. */
  readonly sealed: string;
  /** From when on reports show the seeds; at once without it. */
  readonly opens?: string;
  readonly seeds: readonly string[];
};

const MAX_SEEDS = 100;
const SEED_BYTES = 16;
/** As they are drawn: a program could know a seed that a person has thought of. */
const SEED = /^[0-9a-f]{32}$/;

/** "2026-11-28" */
export const dateInIndia = (ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(ms);

const isDate = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** Draws seeds: the text of their file, and its SHA-256. Throws for a count or a date that is none, or has passed. */
export function drawSeeds(count: number, opens: string | undefined): { readonly text: string; readonly hash: string } {
  if (!Number.isSafeInteger(count) || count < 1 || count > MAX_SEEDS)
    throw new Error(`count is a whole number from 1 to ${MAX_SEEDS}.`);
  if (opens !== undefined && !isDate(opens)) throw new Error('opens is a date, as 2026-12-05.');
  const today = dateInIndia(Date.now());
  if (opens !== undefined && opens < today)
    throw new Error(`opens is the day of sealing, ${today}, or a later one: ${opens} has passed.`);
  const seeds = Array.from({ length: count }, () => randomBytes(SEED_BYTES).toString('hex'));
  const sealed: Sealed = { sealed: today, ...(opens !== undefined && { opens }), seeds };
  const text = `${JSON.stringify(sealed)}\n`;
  return { text, hash: hash('sha256', text) };
}

/** Reads a sealed file; throws where it is none. */
export function readSealed(file: string): { readonly text: string; readonly sealed: Sealed } {
  const text = readFileSync(file, 'utf8');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    // Said below.
  }
  const { sealed, opens, seeds } = (read ?? {}) as Partial<Record<keyof Sealed, unknown>>; // each part is checked
  if (!isDate(sealed) || (opens !== undefined && !(isDate(opens) && opens >= sealed)) || !isSeeds(seeds))
    throw new Error(`${file} is no file of sealed seeds: npm run league -- seal writes one.`);
  return { text, sealed: { sealed, ...(opens !== undefined && { opens }), seeds } };
}

const isSeeds = (seeds: unknown): seeds is readonly string[] =>
  Array.isArray(seeds) && seeds.length > 0 && seeds.every((seed) => typeof seed === 'string' && SEED.test(seed));

import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EnvOptions } from '@khara/bench';

/** A market of a league; a program hears nothing of its seed before it begins. */
export type LeagueMarket = EnvOptions & {
  readonly cash: number;
  readonly seed: string;
  readonly days: number;
  readonly start: string;
};

/** A program of a league: a file, or a folder with a manifest. */
export type Bot = {
  readonly name: string;
  /** What starts it, and where. */
  readonly command: readonly string[];
  readonly folder: string;
  /** Lines of JSON by its standard streams, or the Kite API of a stepped server. */
  readonly speaks: 'lines' | 'kite';
  /** Of a Kite program that does not move the market: steps that pass in each second of real time. */
  readonly stepsPerSecond?: number | undefined;
  readonly about?: string | undefined;
  /** SHA-256 of the file, or of all files of the folder with their names. */
  readonly hash: string;
};

const MANIFEST = 'bot.json';
const MAX_STEPS_PER_SECOND = 1_000;

const STARTERS: Readonly<Record<string, string>> = {
  '.py': 'python3',
  '.js': process.execPath,
  '.mjs': process.execPath,
  '.ts': process.execPath,
  '.sh': 'sh',
};

/** Programs by the names of their files; of a directory without a manifest all in it. */
export const listBots = (given: readonly string[]): readonly Bot[] =>
  given
    .flatMap((place) => (isFolder(place) && !isBot(place) ? listEntries(place) : place))
    .map((place) => readBot(path.resolve(place)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const isFolder = (place: string): boolean => statSync(place).isDirectory();
const isBot = (folder: string): boolean => existsSync(path.join(folder, MANIFEST));
/** What begins with a dot or two underscores is left behind by editors and Python. */
const listEntries = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => !/^(\.|__)/.test(name))
    .map((name) => path.join(folder, name));

function readBot(place: string): Bot {
  const name = path.basename(place);
  if (!isFolder(place)) {
    const starter = STARTERS[path.extname(place)];
    const command = starter === undefined ? [place] : [starter, place];
    return { name, command, folder: path.dirname(place), speaks: 'lines', hash: hash('sha256', readFileSync(place)) };
  }
  if (!isBot(place)) throw new Error(`${place} is a folder without a ${MANIFEST}: docs/bench.md says what that holds.`);
  return { name, folder: place, hash: hashFolder(place), ...readManifest(path.join(place, MANIFEST)) };
}

function readManifest(file: string): Pick<Bot, 'command' | 'speaks' | 'stepsPerSecond' | 'about'> {
  const must = (isRight: boolean, what: string): void => {
    if (!isRight) throw new Error(`${file}: ${what}`);
  };
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Said below.
  }
  must(typeof read === 'object' && read !== null, 'it is no JSON.');
  const { run, speaks = 'lines', stepsPerSecond, about } = read as Readonly<Record<string, unknown>>;
  must(
    Array.isArray(run) && run.length > 0 && run.every((word) => typeof word === 'string'),
    'run is a list of words, as ["python3", "bot.py"].',
  );
  must(speaks === 'lines' || speaks === 'kite', 'speaks is lines or kite.');
  must(
    stepsPerSecond === undefined ||
      (speaks === 'kite' && Number.isSafeInteger(stepsPerSecond) && isPace(Number(stepsPerSecond))),
    `stepsPerSecond is a whole number from 1 to ${MAX_STEPS_PER_SECOND}, of a program that speaks kite.`,
  );
  must(about === undefined || typeof about === 'string', 'about is a text.');
  return { command: run, speaks, stepsPerSecond, about } as Pick<
    Bot,
    'command' | 'speaks' | 'stepsPerSecond' | 'about'
  >;
}

const isPace = (value: number): boolean => value >= 1 && value <= MAX_STEPS_PER_SECOND;

function hashFolder(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)(\.|__|node_modules\/)/.test(name) && !isFolder(path.join(folder, name)))
    .toSorted();
  return hash(
    'sha256',
    files.map((name) => `${hash('sha256', readFileSync(path.join(folder, name)))}  ${name}\n`).join(''),
  );
}

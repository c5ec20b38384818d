import { once } from 'node:events';
import { create as createQrCode } from 'qrcode';
import { isElsewhere, type Config } from '#src/config.ts';
import { HTTPS_BEYOND, MAX_PORT, type Lan } from '#src/ports/lan.ts';
import { formatAuthority } from '#src/kernel/authority.ts';

/** Steps of a start, in their order: what the terminal shows while they run. */
const STEPS = ['database', 'market', 'jobs', 'pages'] as const;
export type StartStep = (typeof STEPS)[number];

const LABELS: Readonly<Record<StartStep, string>> = {
  database: 'Starting the database',
  market: 'Opening the market',
  jobs: 'Starting jobs and checks',
  pages: 'Opening the doors',
};

/** How long the process that started us may take to clear its progress line. */
const CLEARED_MS = 500;

// That the other process has gone by now is heard elsewhere.
const send = (message: object) => void process.send?.(message, undefined, undefined, () => undefined);

/** Tells the process that started us, if one did, how far the start is. */
export function tellStart(step: StartStep): void {
  send({ done: (STEPS.indexOf(step) + 0.5) / STEPS.length, label: LABELS[step] });
}

/** Has the process that started us take its progress line away, so that what is written next stands alone. */
export async function endProgress(): Promise<void> {
  if (!process.send || !process.stdout.isTTY) return;
  const cleared = once(process, 'message', { signal: AbortSignal.timeout(CLEARED_MS) });
  send({ done: 1 });
  await cleared.catch(() => undefined); // nothing answers: the line stays
}

type StartNotice = {
  readonly version: string;
  readonly config: Pick<
    Config,
    | 'HOST'
    | 'DATA_DIR'
    | 'CONSOLE_HOST'
    | 'CONSOLE_SECOND_FACTOR'
    | 'MARKET_PROFILE'
    | 'MARKET_DAY_SECONDS'
    | 'START'
    | 'PROFILE'
  > &
    Parameters<typeof isElsewhere>[0];
  readonly port: number;
  readonly hasWeb: boolean;
  /** Whether programs come in. */
  readonly hasDoor?: boolean;
  /** The back office's first accounts; empty when they were shown before. */
  readonly firstStaff: readonly { readonly name: string; readonly password: string }[];
  /** Of a server whose network's phones come in. */
  readonly lan?: Omit<Lan, 'root'> | undefined;
  /** Of the terminal; 0 where lines are collected, or it draws no blocks. */
  readonly columns?: number;
  /** Where the log is written instead of over these lines. */
  readonly logFile?: string | undefined;
};

/**
 * Hosts at which a browser of this machine finds the server as localhost. Of ::1 it is not sure: without IPv4
 * the name may lead elsewhere.
 */
const LOCAL: ReadonlySet<string> = new Set(['127.0.0.1', '0.0.0.0', '::']);

/**
 * What a person needs once the server is ready, in at most a dozen lines and those for phones: where everything is,
 * the first accounts, how to stop. With phones in the order of those who ask first: phone, learner, programmer,
 * teacher, operator.
 */
export function startedText(notice: StartNotice): string {
  const { version, config, port, hasWeb, firstStaff, lan, columns = 0, logFile } = notice;
  const at = `http://${formatAuthority(LOCAL.has(config.HOST) ? 'localhost' : config.HOST, port)}`;
  const office = config.CONSOLE_HOST === undefined ? `${at}/console/` : `https://${config.CONSOLE_HOST}/`;
  const where = isElsewhere(config) ? 'the database of DATABASE_URL' : config.DATA_DIR;
  const app = hasWeb ? `${at}/h5/` : 'not built yet: npm run build makes it';
  const setUp =
    config.CONSOLE_SECOND_FACTOR === 'required' ? ' Each sets up an authenticator at the first sign-in.' : '';
  const staff = firstStaff.map(({ name, password }) => `${name} / ${password}`).join('   ');
  const lines = [
    `Khara ${version} is open: a practice market with simulated prices and paper money.`,
    '',
    ...(lan
      ? [
          ...row('On this computer', app),
          ...linesForPhones(lan, columns, config.START === 'device'),
          '',
          ...(lan.addresses.length > 0 ? linesOfUse(notice, lan) : []),
          ...row('Back office', `${office}    this computer only`),
          ...(staff === '' ? [] : row('', `${staff}   shown this once.${setUp}`)),
          ...(lan.addresses.length > 0 ? ['', ...linesOfEncryption(lan)] : []),
        ]
      : [
          `  App          ${app}`,
          `  Back office  ${office}`,
          `  API          ${at}/docs${notice.hasDoor ? `   ${DEMO_KEY}` : ''}`,
          ...(staff === '' ? [] : ['', `Accounts of the back office, shown this once.${setUp}`, `  ${staff}`]),
        ]),
  ];
  const then = logFile === undefined ? 'npm run verify checks them.' : `Log: ${logFile}.`;
  lines.push('', `Data are in ${where}. ${then} Ctrl+C stops the server.`);
  return lines.join('\n');
}

/** tools/demo-account.ts */
const DEMO_KEY = 'npm run demo-account gives a key';
/** So wide is what stands before an address. */
const NAMES = 19;
const row = (name: string, text: string): readonly string[] => [`  ${name.padEnd(NAMES)}${text}`];

/** What a learner, a programmer and a teacher find. */
function linesOfUse({ config, firstStaff, hasDoor }: StartNotice, { addresses, port }: LanNotice): readonly string[] {
  const { MARKET_PROFILE: profile, MARKET_DAY_SECONDS: seconds } = config;
  // The accounts of the back office are made by the first start, in which no day has closed.
  const first =
    firstStaff.length === 0 || profile === 'stepped'
      ? ''
      : profile === 'nse'
        ? ' The first market day closes at 16:00 of India.'
        : ` The first market day closes in ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`}.`;
  return [
    `  A day to relive is ready.${first}`,
    ...row('Programs', `http://${addresses[0]}:${port}/docs     ${hasDoor ? DEMO_KEY : 'KITE=on lets them in'}`),
    ...(config.PROFILE === 'school' ? row('A class', 'Learn, then Teach: code, slips, clock') : []),
  ];
}

type LanNotice = NonNullable<StartNotice['lan']>;

/** Where phones come in, the first address as a picture too; or that there is no network, and what to do. */
function linesForPhones(lan: LanNotice, columns: number, begins: boolean): readonly string[] {
  const { addresses, port } = lan;
  const [first] = addresses;
  if (first === undefined) return ['', ...linesWithoutNetwork(lan)];
  const isDrawn = columns >= MIN_COLUMNS;
  const then = begins ? 'tap "Start practising". No phone number is asked.' : 'create an account.';
  return [
    ...addresses.flatMap((address) => row('On a phone', `http://${address}:${port}/h5/    same Wi-Fi`)),
    ...(isDrawn ? ['', ...drawCode(`http://${first}:${port}/h5/`)] : []),
    '',
    `  ${isDrawn ? 'Scan it' : 'Open it there'}, then ${then}`,
  ];
}

/** What is missing by http, and where a phone comes in by https. */
function linesOfEncryption(lan: LanNotice): readonly string[] {
  const { addresses, port, httpsPort, fingerprint } = lan;
  return [
    '  Over http others in this network can read along, and phones cannot install the app',
    '  or use passkeys.',
    ...(httpsPort === undefined
      ? [`  ${sayNoHttps(lan)}`]
      : [
          ...row('Encrypted', `https://${addresses[0]}:${httpsPort}/h5/    after http://${addresses[0]}:${port}/ca`),
          `  Certificate ${fingerprint}`,
        ]),
  ];
}

/** Said when nothing but this computer has come in for a minute. */
export const noPhoneText = ({ port, httpsPort }: Pick<LanNotice, 'port' | 'httpsPort'>): string =>
  `No phone has come yet. A firewall may block ${httpsPort === undefined ? `port ${port}` : `ports ${port} and ${httpsPort}`}.`;

function linesWithoutNetwork({ elsewhere, port }: LanNotice): readonly string[] {
  const again = 'stop the server with Ctrl+C, and start it again: npm start -- --lan';
  const [first] = elsewhere;
  if (first === undefined)
    return ['No network was found, so phones cannot come in. Join a Wi-Fi or plug in a cable,', again];
  return [
    `The only address, ${first}, is of no network of a house or a school: the Internet may reach`,
    `http://${first}:${port}/h5/, and others can read along. Join a Wi-Fi or plug in a cable,`,
    again,
  ];
}

/** Why nothing answers by https, and what to do. */
function sayNoHttps({ port, whyNoHttps }: LanNotice): string {
  const wanted = port + HTTPS_BEYOND;
  switch (whyNoHttps) {
    case 'beyond':
      return `Nothing answers by https: its port would be ${wanted}. Choose PORT=${MAX_PORT - HTTPS_BEYOND} or lower.`;
    case 'forbidden':
      // The port of a privileged program, or one of a range that Windows keeps for itself.
      return `Nothing answers by https: this user may not open port ${wanted}. Choose PORT=${port < 50_000 ? port + 1000 : 8080}.`;
    default:
      return `Nothing answers by https: port ${wanted} is taken. Stop what uses it, or choose PORT=${port + 1}.`;
  }
}

/** The columns of a terminal that draws blocks; 0 of others, and where lines are collected. */
export function drawnColumns(
  { isTTY, columns }: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>,
  { LC_ALL, LC_CTYPE, LANG, TERM }: NodeJS.ProcessEnv,
): number {
  const locale = LC_ALL || LC_CTYPE || LANG; // the first of them that is not empty counts (POSIX)
  const hasBlocks = TERM !== 'dumb' && (!locale || /utf-?8/i.test(locale));
  return isTTY && hasBlocks ? columns : 0;
}

/** Narrower terminals would break its lines. */
const MIN_COLUMNS = 60;
const QUIET = 4;

/** A QR code of half blocks, light squares drawn: two rows of it are one of the terminal. */
function drawCode(text: string): readonly string[] {
  const { data, size } = createQrCode(text, { errorCorrectionLevel: 'L' }).modules;
  const isLight = (row: number, column: number): boolean =>
    row < 0 || column < 0 || row >= size || column >= size || data[row * size + column] === 0;
  const lines: string[] = [];
  for (let row = -QUIET; row < size + QUIET; row += 2) {
    let line = '  ';
    for (let column = -QUIET; column < size + QUIET; column += 1)
      line += [' ', '▄', '▀', '█'][(isLight(row, column) ? 2 : 0) + (isLight(row + 1, column) ? 1 : 0)];
    lines.push(line);
  }
  return lines;
}

/**
 * What an operator reads when the start fails: the reason, and where to go next if the reason does not say it
 * by itself.
 */
export function failedText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const next = NEXT[code];
  if (next !== undefined) return `${message}\n${next}`;
  // A text of ours says itself what to do; one of the system's has a code.
  return code === ''
    ? message
    : `${message}\nLOG_LEVEL=debug npm start says where it happened; docs/operating.md has more.`;
}

const NEXT: Readonly<Record<string, string>> = {
  EACCES: 'The server may not use that file or port: change its rights, or set DATA_DIR or PORT to another.',
  EADDRNOTAVAIL: 'This machine has no such address: set HOST to one of its own.',
  ECONNREFUSED: 'The database does not answer there: start it, or correct DATABASE_URL.',
  ENOTFOUND: 'That name is not known here: correct DATABASE_URL or HOST.',
  ENOSPC: 'The disk is full: make room, or set DATA_DIR to another disk.',
  ENOTDIR: 'A part of that path is a file: set DATA_DIR or KEYS_DIR to another place.',
  EEXIST: 'A file has that name: set DATA_DIR or KEYS_DIR to another place.',
  ENOENT: 'That place takes no files: set DATA_DIR or KEYS_DIR to another.',
  EPERM: 'The system forbids that to this user: set DATA_DIR or KEYS_DIR to another place.',
  EROFS: 'That place cannot be written to: set DATA_DIR to another.',
  '28P01': 'The database refuses the password: correct DATABASE_URL.',
  '3D000': 'There is no such database: create it, or correct DATABASE_URL.',
};

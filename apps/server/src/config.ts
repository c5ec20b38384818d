import * as z from 'zod';
import type { MarketStatus } from '@khara/market-day';
import { isRegularDate } from '@khara/rules';
import { urlsOfHosts } from '#src/kernel/database-url.ts';
import { isLoopback } from '#src/kernel/loopback.ts';
import { DERIVE, whyNotServed } from '#src/security/api-origin.ts';

/** A boolean-free list of words separated by commas or spaces; empty by default. */
const words = z
  .string()
  .optional()
  .transform((text) => (text ?? '').split(/[\s,]+/).filter((word) => word !== ''));

const whole = (least: number, most: number) => {
  const error = `a whole number from ${least} to ${most}`;
  const digits = z.string({ error }).regex(/^\d{1,9}$/, { error });
  return digits.transform(Number).pipe(z.number().min(least, { error }).max(most, { error }));
};

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `one of ${names.join(', ')}` });

/**
 * Pages of the app by pattern: a whole path, the beginning of one when it ends in "*", or a word that a path
 * contains. Separated by commas or spaces.
 */
const pages = (byDefault: readonly string[]) =>
  z
    .string()
    .optional()
    .transform((text, context): string[] => {
      if (text === undefined) return [...byDefault];
      const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '');
      const wrong = patterns.find((pattern) => !/^(\/[\w./-]*\*?|[\w.-][\w./-]*)$/.test(pattern));
      if (wrong === undefined && patterns.length > 0) return patterns;
      const message =
        wrong === undefined ? 'names no page' : `"${wrong}" is neither a path of the app nor a word of one`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

/** A collector of log lines: host and port of TLS, or the path of a unix socket. */
export type LogForward = { readonly address: string; readonly port: number } | { readonly path: string };

/** Pages that a guest may open where the installation says nothing else. */
const GUEST_PAGES = [
  '/',
  '/pages/index/index',
  '/pages/news/index',
  '/pages/news/details',
  '/pages/market/index',
  '/pages/market/details',
  '/pages/market/company',
  '/pages/market/screener/index',
  '/pages/market/results/index',
  '/pages/market/calendar/index',
  '/pages/market/papers',
  '/pages/market/newStock/index',
  '/pages/index/search/index',
  '/pages/index/rules/index',
  '/pages/index/vote/index',
  '/pages/index/customer/index',
  '/pages/lesson/index',
  '/pages/lab/day',
  '/pages/learn/index',
  '/pages/class/join',
  '/pages/personal/lost',
  '/pages/login/index',
] as const;

/** A page of the app, or an address outside it. Nothing else: an address is opened by a tap. */
const SUPPORT_ADDRESS = /^(\/pages\/[\w/?=&-]+|https:\/\/[^\s/@]+(\/\S*)?|mailto:[^\s@?]+@[^\s@?]+|tel:\+?[\d-]+)$/;

/** The origin of a page or a service: scheme, host and port, and nothing after them. */
const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
const AN_ORIGIN = 'an origin is a scheme and a host, with a port if need be: https://khara.example';

/** Of the single server of an installation. */
const A_NAME = 'khara';

const A_DATABASE = 'an address of PostgreSQL: postgres://USER:PASSWORD@HOST/DATABASE';

/** An address of a database with which one of our roles logs in. */
const roleUrl = (role: string) =>
  z
    .string()
    .startsWith('postgres', { error: A_DATABASE })
    .refine(
      (url) => urlsOfHosts(url).every((one) => URL.canParse(one) && new URL(one).username === role),
      `an address with which ${role} logs in`,
    )
    .optional();

const bus = z
  .string()
  .refine(
    (text) =>
      text === 'memory' ||
      text === 'pg' ||
      text.split(',').every((url) => /^(nats|tls):\/\/[^\s/,]+$/.test(url) && URL.canParse(url)),
    { error: 'memory, pg, or addresses of NATS: nats://HOST:4222,nats://OTHER:4222' },
  );

/** The first accounts of the back office: `name:password,name:password`. One alone could decide nothing. */
const accounts = z
  .string()
  .transform((text, context) => {
    const read = text.split(',').map((part) => /^([a-z0-9][a-z0-9._-]{1,31}):(.{8,128})$/.exec(part.trim()));
    const accounts = read.flatMap((match) => (match ? [{ name: match[1]!, password: match[2]! }] : []));
    const names = new Set(accounts.map(({ name }) => name));
    if (accounts.length === read.length && names.size === accounts.length && names.size >= 2) return accounts;
    context.addIssue({
      code: 'custom',
      message: 'two accounts or more as name:password, passwords of 8 characters or more',
    });
    return z.NEVER;
  })
  .optional();

/**
 * Where log lines go besides standard output: another machine over TLS, or a shipper on this one by its
 * socket. Never a network in the clear.
 */
const forward = z
  .string()
  .transform((text, context): LogForward => {
    const [, address, port] = /^tls:\/\/([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i.exec(text) ?? [];
    const [, path] = /^unix:(\/.+)$/.exec(text) ?? [];
    if (address !== undefined && Number(port) >= 1 && Number(port) <= 65_535) {
      return { address: address.replaceAll(/[[\]]/g, ''), port: Number(port) };
    }
    if (path !== undefined) return { path };
    context.addIssue({ code: 'custom', message: 'neither tls://HOST:PORT nor unix:/PATH' });
    return z.NEVER;
  })
  .optional();

/** Each environment variable that the server reads. A test compares docs/configuration.md and .env.example with it. */
const Variables = z.object({
  PORT: whole(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  /** Whether phones of this machine's network come in, by http and by https with a certificate of its own. */
  LAN: oneOf(['off', 'on']).default('off'),
  DATA_DIR: z.string().default('./.data'),
  KEYS_DIR: z.string().optional(),
  DATABASE_URL: z.string().startsWith('postgres', { error: A_DATABASE }).optional(),
  /** With which the roles log in there; all of them or none. */
  DATABASE_URL_APP: roleUrl('khara_app'),
  DATABASE_URL_JOB: roleUrl('khara_job'),
  DATABASE_URL_CONSOLE: roleUrl('khara_console'),
  DATABASE_URL_STAFF: roleUrl('khara_staff'),
  /** Where an order is before it is acknowledged: on the database's disk, or on that of a standby too. */
  DURABILITY: oneOf(['local', 'standby']).default('local'),
  /** How servers of one installation tell each other what changed; of one server in its memory. */
  BUS: bus.default('memory'),
  /** What this server does, where several make one installation. */
  ROLE: oneOf(['all', 'api', 'venue', 'jobs']).default('all'),
  /** Host and port at which other servers reach this one; without it HOST and PORT. */
  NODE_ADDRESS: z
    .string()
    .regex(/^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, { error: 'a host and a port: 10.0.0.7:8080' })
    .optional(),
  /** What this server is called towards the bus and other servers. */
  NODE_NAME: z
    .string()
    .regex(/^[a-z\d][a-z\d._-]{0,62}$/i, { error: 'letters, digits, dots and dashes; at most 63' })
    .default(A_NAME),
  /** For how long a server with pages serves after SIGTERM; without it 20 of an `api`, 1 of a single server. */
  DRAIN_SECONDS: whole(0, 300).optional(),
  /** Who moves market time: this server by real time, at one of two paces, or programs of this machine. */
  MARKET_PROFILE: oneOf(['compressed', 'nse', 'stepped']).default('compressed'),
  MARKET_DAY_SECONDS: whole(10, 86_400).default(900),
  /** Of a stepped market, which is to be the same whenever it is made; without it the day on which it is. */
  MARKET_START: z
    .string()
    .refine((text) => isRegularDate(text), { error: 'the date of a trading day, as 2026-11-23' })
    .optional(),
  MARKET_SEED: z.string().max(128, { error: 'at most 128 characters' }).optional(),
  RAILS: oneOf(['sandbox', 'manual']).default('sandbox'),
  KYC_REVIEW: oneOf(['sandbox', 'manual']).default('sandbox'),
  /** How long people may hold a withdrawal: shorter than 48 hours if the operator likes, never longer. */
  WITHDRAWAL_HOLD_SECONDS: whole(1, 172_800).default(172_800),
  CONSOLE_BOOTSTRAP: accounts,
  INVITE_CODE: oneOf(['required', 'optional']).default('required'),
  /** What the login page shows first: practising on this device, or the form with the phone. */
  START: oneOf(['device', 'phone']).default('device'),
  /** Whom the app is for: with `school` it opens with Learn, and its menus are shorter. */
  PROFILE: oneOf(['standard', 'school']).default('standard'),
  /** Whether the teacher of a class may pause and hurry the market: of an installation that is that class's alone. */
  CLASS_CLOCK: oneOf(['off', 'on']).default('off'),
  /** What the app looks like and feels like on every device, in px: its column, and the pull that refreshes. */
  MAX_PAGE_WIDTH: whole(320, 960).default(480),
  /** Whether wide screens show a desk of panes, or the column that narrow ones have. */
  DESK: oneOf(['on', 'off']).default('on'),
  PULL_REFRESH_THRESHOLD: whole(32, 200).default(64),
  /** Which pages a guest may open: those of the whitelist, or all but those of the blacklist. */
  GUARD_MODE: oneOf(['whitelist', 'blacklist']).default('whitelist'),
  GUARD_WHITELIST: pages(GUEST_PAGES),
  GUARD_BLACKLIST: pages(['detail']),
  /** Where the app's way to customer service leads. */
  SUPPORT_ADDRESS: z
    .string()
    .regex(SUPPORT_ADDRESS, { error: 'a page of the app (/pages/…), or an address with https:, mailto: or tel:' })
    .default('/pages/index/messages/index'),
  /** Where the source of this copy is, as the AGPL asks; without it what package.json says. */
  SOURCE_URL: z
    .string()
    .regex(/^https:\/\/[^\s/@]+(\/\S*)?$/, { error: 'an address with https:, without a name and password' })
    .optional(),
  /** Shares in a lot, by which orders are counted. */
  SHARES_PER_HAND: whole(1, 1000).default(1),
  DRAW_ENTROPY: oneOf(['none', 'witness', 'drand', 'auto']).default('none'),
  DRAW_WITNESS_URL: z.url({ protocol: /^https?$/, error: 'an address with http: or https:' }).optional(),
  TRUSTED_PROXIES: words,
  TLS: oneOf(['none', 'proxy']).default('none'),
  CONSOLE_HOST: z.hostname({ error: 'the name of a host: office.khara.example' }).optional(),
  /** The door for programs; without a word only where this machine alone reaches the server. */
  KITE: oneOf(['off', 'on']).optional(),
  KITE_HOST: z.hostname({ error: 'the name of a host: api.khara.example' }).optional(),
  /** Where orders are posted for programs: to public addresses by https, nowhere, or wherever a key says. */
  PROGRAM_POSTBACKS: oneOf(['public', 'off', 'any']).default('public'),
  /** The place for assistants; without a word as KITE. */
  MCP: oneOf(['off', 'on']).optional(),
  CONSOLE_SECOND_FACTOR: oneOf(['optional', 'required']).default('optional'),
  /** Where the app's pages find the API; without it where they came from. */
  API_ORIGIN: z
    .string()
    .refine((text) => text === DERIVE || isOrigin(text), `${AN_ORIGIN}; or ${DERIVE}`)
    .optional(),
  PUBLIC_ORIGINS: words.refine((origins) => origins.every(isOrigin), AN_ORIGIN),
  LOG_FORWARD: forward,
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/**
 * A server that others reach has TLS by a proxy that is believed, names that are known, and a back office
 * with a name of its own.
 */
const Environment = Variables.refine(({ TLS, TRUSTED_PROXIES }) => TLS === 'none' || TRUSTED_PROXIES.length > 0, {
  path: ['TLS'],
  message:
    'a proxy that ends TLS has to be one of TRUSTED_PROXIES: no other peer is trusted to say that a request came encrypted',
})
  .refine(({ TLS, CONSOLE_HOST }) => TLS === 'none' || CONSOLE_HOST !== undefined, {
    path: ['CONSOLE_HOST'],
    message:
      'a server behind TLS has its back office at a host of its own, so that browsers keep its pages and the app apart',
  })
  .refine(({ TLS, PUBLIC_ORIGINS }) => TLS === 'none' || PUBLIC_ORIGINS.length > 0, {
    path: ['PUBLIC_ORIGINS'],
    message: 'a server behind TLS answers to the names that it knows: give the origins of the app',
  })
  .refine((config) => config.DURABILITY === 'local' || isElsewhere(config), {
    path: ['DURABILITY'],
    message: 'the embedded database has no standby: give DATABASE_URL',
  })
  .refine((config) => roleUrlsGiven(config) === 0 || roleUrlsGiven(config) === 4, {
    path: ['DATABASE_URL_APP'],
    message: 'DATABASE_URL_APP, _JOB, _CONSOLE and _STAFF belong together',
  })
  .refine((config) => config.ROLE === 'all' || isElsewhere(config), {
    path: ['ROLE'],
    message: 'several servers share one database: give DATABASE_URL, or the addresses of the roles',
  })
  .refine(({ ROLE, NODE_NAME }) => ROLE === 'all' || NODE_NAME !== A_NAME, {
    path: ['NODE_NAME'],
    message: 'several servers have names of their own, by which they know each other: api-1',
  })
  .refine(
    ({ CLASS_CLOCK, PROFILE, MARKET_PROFILE, ROLE }) =>
      CLASS_CLOCK === 'off' || (PROFILE === 'school' && MARKET_PROFILE === 'compressed' && ROLE === 'all'),
    {
      path: ['CLASS_CLOCK'],
      message: 'a class moves the clock of one server in compressed time: set PROFILE=school',
    },
  )
  .refine(({ ROLE, BUS }) => ROLE === 'all' || BUS !== 'memory', {
    path: ['ROLE'],
    message: 'several servers tell each other what changed: set BUS to pg, or to addresses of NATS',
  })
  .refine((config) => config.MARKET_PROFILE !== 'stepped' || isLoopback(config.HOST), {
    path: ['MARKET_PROFILE'],
    message: 'a stepped market is moved by any program that reaches it: HOST has to be this machine, as 127.0.0.1',
  })
  .refine(
    ({ MARKET_PROFILE, ROLE, TLS, RAILS, KITE }) =>
      MARKET_PROFILE !== 'stepped' || (ROLE === 'all' && TLS === 'none' && RAILS === 'sandbox' && KITE !== 'off'),
    { path: ['MARKET_PROFILE'], message: 'a stepped market needs ROLE=all, TLS=none, RAILS=sandbox, and KITE not off' },
  )
  .refine(({ MARKET_START, MARKET_PROFILE }) => MARKET_START === undefined || MARKET_PROFILE === 'stepped', {
    path: ['MARKET_START'],
    message: 'other markets begin on the day on which they are made: set MARKET_PROFILE=stepped',
  })
  .check((context) => {
    const { TLS, CONSOLE_HOST, API_ORIGIN, PUBLIC_ORIGINS } = context.value;
    if (!PUBLIC_ORIGINS.every(isOrigin)) return; // reported already
    const refused = whyNotServed({ TLS, CONSOLE_HOST, API_ORIGIN, PUBLIC_ORIGINS });
    if (refused)
      context.issues.push({ code: 'custom', path: [refused.variable], message: refused.why, input: context.value });
  });

type RoleUrls = Pick<
  z.output<typeof Variables>,
  'DATABASE_URL_APP' | 'DATABASE_URL_JOB' | 'DATABASE_URL_CONSOLE' | 'DATABASE_URL_STAFF'
>;
const roleUrlsGiven = (config: Partial<RoleUrls>): number =>
  Object.values(byRole(config)).filter((url) => url !== undefined).length;
const byRole = (config: Partial<RoleUrls>) => ({
  khara_app: config.DATABASE_URL_APP,
  khara_job: config.DATABASE_URL_JOB,
  khara_console: config.DATABASE_URL_CONSOLE,
  khara_staff: config.DATABASE_URL_STAFF,
});

export type Config = Readonly<z.output<typeof Environment>>;

/** How days are cut into steps: those of a stepped market are as compressed ones, and only who moves them differs. */
export const dayProfile = ({ MARKET_PROFILE }: Pick<Config, 'MARKET_PROFILE'>): MarketStatus['profile'] =>
  MARKET_PROFILE === 'stepped' ? 'compressed' : MARKET_PROFILE;

/** Whether the database is one that others run: reached as its administrator, or by its roles alone. */
export const isElsewhere = (config: Partial<RoleUrls> & { readonly DATABASE_URL?: string | undefined }): boolean =>
  config.DATABASE_URL !== undefined || roleUrlsGiven(config) > 0;

/** How the roles log in to a database elsewhere, where the deployment says so. */
export function readRoleUrls(config: Config) {
  // All of them, or none: checked above.
  return roleUrlsGiven(config) > 0 ? (byRole(config) as Record<keyof ReturnType<typeof byRole>, string>) : undefined;
}

/** Reads the configuration. Throws one clear error that names every wrong variable; an empty value counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = Environment.safeParse(present);
  if (read.success) return read.data;
  const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration cannot be used:\n${lines.join('\n')}`);
}

export const CONFIG_VARIABLES: readonly string[] = Object.keys(Variables.shape);

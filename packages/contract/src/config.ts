import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Id, IdIn, Instant, Money, Nothing, Page, listOf } from './wire.ts';

/** Where shares stand in their day: the phases of NSE's clock, and `halted` by the market-wide breaker. */
export const MARKET_PHASES = [
  'closed',
  'preopen_entry',
  'preopen_entry_1',
  'preopen_entry_2',
  'preopen_match',
  'preopen_buffer',
  'continuous',
  'cas_reference',
  'cas_entry_1',
  'cas_entry_2',
  'cas_match',
  'close_calc',
  'post_close',
  'halted',
] as const;

export const MarketState = z.object({
  profile: z.enum(['compressed', 'nse']),
  session: z.enum(['pre_open', 'open', 'closing_auction', 'post_close', 'halted', 'closed']),
  /** ISO 8601 with +05:30. */
  marketTime: z.string(),
  marketDate: z.string(),
  /** The newest market day that has closed, which can be relived; absent before the first close. */
  closedDate: z.optional(z.string()),
  /** Real ms at which it is so, by the server's clock: a reader's own may be wrong. */
  at: Instant,
  /** Real ms of the next change of session. */
  nextChangeAt: Instant,
  /**
   * Market seconds that pass in one real second while `pace` is not `paused`: 29 in a compressed day of 15 minutes, 1
   * in the nse profile.
   */
  speed: z.number(),
  /** A teacher's clock is at work: the market stands, or is hurried to a phase. */
  pace: z.optional(z.enum(['paused', 'hurried'])),
  /** Of shares with derivatives, which close through an auction from 15:15 on, and of the others. */
  phase: z.optional(z.enum(MARKET_PHASES)),
  phaseOfOthers: z.optional(z.enum(MARKET_PHASES)),
  /**
   * Real ms at which one of the two changes, at the latest: order entry of an auction stops at a random instant before.
   */
  nextPhaseAt: z.optional(Instant),
  /**
   * Market time of day at which the system squares off intraday positions of this market date, and from which
   * no new intraday order is taken: in shares that close through an auction, and in the others.
   */
  squareOff: z.optional(z.object({ auctioned: z.string(), others: z.string() })),
  /** The window for blocks that is on. */
  blockWindow: z.optional(z.enum(['morning', 'afternoon'])),
  /**
   * The market-wide breaker: per cent that the index moved, and the market time at which trading goes on,
   * absent when not today.
   */
  halt: z.optional(
    z.object({
      level: z.union([z.literal(10), z.literal(15), z.literal(20)]),
      index: z.string(),
      resumesAt: z.optional(z.string()),
    }),
  ),
  /** Codes of shares that were suspended since the market day began; absent when none was. */
  suspended: z.optional(z.array(z.string())),
});

export const NOTICE_CATEGORIES = ['task', 'system', 'transaction'] as const;
const Category = z.optional(z.enum(['all', ...NOTICE_CATEGORIES], { error: 'invalid_input' }));

export const Notice = z.object({
  id: Id,
  category: z.enum(NOTICE_CATEGORIES),
  title: z.string(),
  body: z.string(),
  at: Instant,
  marketTime: z.string(),
  read: z.boolean(),
  link: z.nullable(z.string()),
});

/** The version that runs, and where its source is; null where the copy does not say. */
export const Source = z.object({ version: z.string(), url: z.nullable(z.string()) });

export const configCalls = {
  configInfo: call({
    path: '/app/config/info',
    method: 'POST',
    access: 'guest',
    doc: 'What the app needs to know at launch: the market clock, limits, guards, versions. `simulated` is a constant of the build.',
    body: {},
    data: z.object({
      appName: z.string(),
      simulated: z.literal(true),
      market: MarketState,
      /** Whom the app is for: `school` has shorter menus. */
      profile: z.enum(['standard', 'school']),
      maxPageWidth: Count,
      /** On wide screens the app is a desk of panes; without it, the column everywhere. */
      desk: z.boolean(),
      pullRefreshThreshold: Count,
      qianduanVer: z.string(),
      guard: z.object({
        mode: z.enum(['whitelist', 'blacklist']),
        whitelist: z.array(z.string()),
        blacklist: z.array(z.string()),
      }),
      /** What the login page shows first: practising on this device, or the form with the phone. */
      start: z.enum(['device', 'phone']),
      register: z.object({ inviteCode: z.enum(['required', 'optional']), sandboxInviteCode: z.optional(z.string()) }),
      operator: z.object({
        name: z.string(),
        registration: z.nullable(z.object({ number: z.string(), authority: z.string(), verifyUrl: z.string() })),
      }),
      source: Source,
      limits: z.object({
        /** Bytes of one uploaded picture. */
        imageBytes: Count,
        passwordMin: Count,
        passwordMax: Count,
        minRecharge: Money,
        maxRecharge: Money,
        /** In hands. */
        maxOrderQuantity: Count,
      }),
    }),
    refusals: [],
  }),
  configValue: call({
    path: '/app/config/getConfigLiberty/{id}',
    method: 'POST',
    access: 'guest',
    doc: 'One configured value: the number of shares per hand (`buy.hands`) or a text (`privacy`, `terms`, `about`, `rules`, …).',
    body: { id: z.string({ error: 'unknown_config' }).check(z.maxLength(64, { error: 'unknown_config' })) },
    data: z.union([z.number(), z.object({ title: z.string(), body: z.string() })]),
    refusals: ['unknown_config'],
  }),
  homeBanner: call({
    path: '/app/config/homeBanner',
    method: 'POST',
    access: 'guest',
    doc: 'Banners of the home page, in the language asked for.',
    body: {},
    data: z.array(z.object({ id: Id, image: z.string(), title: z.string(), text: z.string(), link: z.string() })),
    refusals: [],
  }),
  languages: call({
    path: '/app/lang/list',
    method: 'POST',
    access: 'guest',
    doc: 'The languages, each with its code, stored flag and own name.',
    body: {},
    data: z.array(z.object({ code: z.string(), flag: z.int(), name: z.string() })),
    refusals: [],
  }),
  frontEndVersion: call({
    path: '/api/users',
    method: 'GET',
    access: 'guest',
    doc: 'The version of the web app being served; a client that runs another reloads.',
    body: {},
    data: z.object({ qianduanVer: z.string() }),
    refusals: [],
  }),
};

export const noticeCalls = {
  noticeList: call({
    path: '/app/notice/List',
    method: 'POST',
    access: 'member',
    doc: 'The inbox, newest first.',
    body: { category: Category, ...Page },
    data: listOf(Notice),
    refusals: [],
  }),
  unreadNotices: call({
    path: '/app/notice/getNoReadNum',
    method: 'POST',
    access: 'member',
    doc: 'How many notices are unread, by category.',
    body: {},
    data: z.object({ all: Count, task: Count, system: Count, transaction: Count }),
    refusals: [],
  }),
  readNotice: call({
    path: '/app/notice/setReaded',
    method: 'POST',
    access: 'member',
    doc: 'Marks one notice as read.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['not_found'],
  }),
  readAllNotices: call({
    path: '/app/notice/setAllReaded',
    method: 'POST',
    access: 'member',
    doc: 'Marks all notices of a category (or all) as read.',
    body: { category: Category },
    data: Nothing,
    refusals: [],
  }),
  clearNotices: call({
    path: '/app/notice/clear',
    method: 'POST',
    access: 'member',
    doc: 'Removes read notices of a category (or all) from the inbox.',
    body: { category: Category },
    data: Nothing,
    refusals: [],
  }),
};

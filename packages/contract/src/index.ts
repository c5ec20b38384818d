/**
 * The call table: every call of the app, once. The server's routes, validation and serialisation, the types
 * of both sides, the web client and the manual (`GET /docs`, `npm run manual -- api`) derive from it. The wire's old
 * names end here: behind this package we say recharge, lots, block trades.
 */
import { bankCalls } from './bank.ts';
import { capitalCalls, documentCalls } from './capital.ts';
import { BLOCKING_RULES, certificateCalls } from './certificate.ts';
import { classCalls } from './classes.ts';
import { configCalls, noticeCalls } from './config.ts';
import { contentCalls } from './content.ts';
import { creditCalls } from './credit.ts';
import { dividendCalls } from './dividends.ts';
import { journalCalls } from './journal.ts';
import { labCalls } from './lab.ts';
import { marketCalls } from './market.ts';
import { offeringCalls } from './offerings.ts';
import { missionCalls } from './missions.ts';
import { orderCalls } from './orders.ts';
import { ownLimitCalls } from './own-limits.ts';
import { identityCalls } from './identity.ts';
import { paperCalls } from './papers.ts';
import { passkeyCalls } from './passkeys.ts';
import { performanceCalls } from './performance.ts';
import { programCalls } from './programs.ts';
import { privacyCalls } from './privacy.ts';
import { securityCalls } from './security.ts';
import { productChangeCalls } from './product-change.ts';
import { holderOfferCalls } from './holder-offers.ts';
import { triggerCalls } from './triggers.ts';
import { basketCalls } from './baskets.ts';
import { practiceCalls } from './practice.ts';
import { companyCalls } from './companies.ts';
import { screenCalls } from './screens.ts';
import { drawingCalls } from './drawings.ts';
import { userCalls } from './user.ts';
import { walletCalls } from './wallet.ts';
import { watchingCalls } from './watching.ts';
import { assistantCalls } from './assistants.ts';
import type { BodyOf, DataOf, PayloadOf, RefusalOf } from './call.ts';

export const calls = {
  ...userCalls,
  ...practiceCalls,
  ...classCalls,
  ...securityCalls,
  ...privacyCalls,
  ...passkeyCalls,
  ...programCalls,
  ...assistantCalls,
  ...identityCalls,
  ...configCalls,
  ...noticeCalls,
  ...certificateCalls,
  ...contentCalls,
  ...marketCalls,
  ...labCalls,
  ...paperCalls,
  ...watchingCalls,
  ...screenCalls,
  ...drawingCalls,
  ...companyCalls,
  ...orderCalls,
  ...ownLimitCalls,
  ...journalCalls,
  ...triggerCalls,
  ...basketCalls,
  ...productChangeCalls,
  ...holderOfferCalls,
  ...offeringCalls,
  ...walletCalls,
  ...bankCalls,
  ...creditCalls,
  ...capitalCalls,
  ...documentCalls,
  ...dividendCalls,
  ...performanceCalls,
  ...missionCalls,
};
export {
  basketCalls,
  dividendCalls,
  holderOfferCalls,
  journalCalls,
  labCalls,
  missionCalls,
  paperCalls,
  performanceCalls,
  privacyCalls,
  productChangeCalls,
  programCalls,
  documentCalls,
  triggerCalls,
};
export {
  ASSISTANT_DAYS,
  ASSISTANT_ORDERS,
  ASSISTANT_RUPEES,
  ASSISTANT_SCOPES,
  type AssistantScope,
} from './assistants.ts';
export { REDIRECT } from './programs.ts';
export {
  MISSION_PATHS,
  MISSIONS,
  RECORDED_MISSIONS,
  type AskedMissionId,
  type MissionId,
  type MissionPath,
  type Nearly,
  type RecordedMissionId,
} from './missions.ts';
export type Calls = typeof calls;
export type CallName = keyof Calls;

export type Body<N extends CallName> = BodyOf<Calls[N]>;
export type Payload<N extends CallName> = PayloadOf<Calls[N]>;
export type Data<N extends CallName> = DataOf<Calls[N]>;
export type RefusalsOf<N extends CallName> = RefusalOf<Calls[N]>;

export { call, type Access, type BodyOf, type Call, type DataOf, type PayloadOf, type RefusalOf } from './call.ts';
export {
  ALLOTMENT_RULES,
  APPLICATION_STATES,
  Application,
  DrawProofData,
  OFFERING_KINDS,
  OFFERING_STATES,
  Offering,
} from './offering-fields.ts';
export { BLOCKING_RULES };
export { FILE_PURPOSES, KYC_REASONS, KYC_STATUSES, type KycReason, type KycStatus } from './identity.ts';
export { ARTICLE_CATEGORIES, Article, ArticleHead, SupportMessage, VoteInfo } from './content.ts';
export {
  CONSOLE_ACTIONS,
  CONSOLE_REASONS,
  consoleCalls,
  ConsoleRequest,
  REQUEST_STATES,
  type ConsoleActionName,
  type ConsoleBody,
  type ConsoleCallName,
  type ConsoleCalls,
  type ConsoleData,
  type ConsolePayload,
  type ConsoleRefusals,
} from './console.ts';
export { DAY_PAPERS, type DayPaper } from './papers.ts';
export { FileAnswer, FileIn, MAX_FILE_BYTES } from './file.ts';
export { CODES, REFUSALS, isRefusal, type Refusal } from './refusals.ts';
export { BankAccount } from './bank.ts';
export { APPEAL_STATES, CreditAppeal, CreditEvent } from './credit.ts';
export {
  LedgerEntry,
  LedgerLine,
  LogRecord,
  MAX_CHAIN_SIZE,
  MAX_CSV_LINES,
  MAX_PDF_LINES,
  MAX_STATEMENT_DAYS,
  Receipt,
} from './capital.ts';
export {
  MAX_NOTE,
  MAX_TAG,
  MAX_TAGS,
  ORDER_REASONS,
  PLAN_KEPT,
  PLAN_OUTCOMES,
  type OrderReason,
  type PlanOutcome,
} from './journal-words.ts';
export { type RecordPeriod } from './performance.ts';
export { MarketState, Notice, NOTICE_CATEGORIES } from './config.ts';
export { Depth, INTERVALS, QUOTE_LISTS, Quote, StockDetail, type Interval } from './market.ts';
export {
  LOSS_REFUSALS,
  MODIFY_CHECKS,
  ORDER_CHECKS,
  OWN_LIMIT_REFUSALS,
  type OwnLimitRefusal,
} from './order-checks.ts';
export { MAX_DAY_ORDERS, OWN_LIMITS, ownLimitCalls, type OwnLimitKind, type PauseSpan } from './own-limits.ts';
export { Charges, Fill, Order, OrderWithFills, Position, OrderStep } from './order-fields.ts';
export {
  FILL_PHASES,
  MAX_MODIFICATIONS,
  MAX_VALID_MINUTES,
  MAX_ORDER_QUANTITY,
  OPEN_STATES,
  ORDER_END_REASONS,
  ORDER_STATES,
  ORDER_TYPES,
  POSITION_STATES,
  PRODUCTS,
  SIDES,
  ORDER_STEPS,
  SENT_BY,
  VALIDITIES,
  type OrderEndReason,
} from './order-words.ts';
export {
  BUSINESS_TYPES,
  BillLine,
  CURRENCIES,
  CHANNEL_TYPES,
  NETWORKS,
  PayTo,
  RECHARGE_STATUSES,
  RechargeOrder,
  WITHDRAWAL_STATUSES,
  WithdrawalOrder,
} from './wallet-fields.ts';
export { MAX_OPEN_RECHARGES, MAX_OPEN_WITHDRAWALS } from './wallet.ts';
export {
  ACTION_KINDS,
  ALERT_CONDITIONS,
  CorporateAction,
  MAX_ALERTS,
  MAX_WATCHED,
  MAX_WATCHLIST_NAME,
  MAX_WATCHLISTS,
  PriceAlert,
} from './watching.ts';
export {
  countPoints,
  DRAWING_TOOLS,
  MAX_DRAWINGS,
  MAX_DRAWN_INSTANT,
  MAX_DRAWN_PAISE,
  type DrawingTool,
} from './drawing-words.ts';
export { MAX_TRIGGERS, TRIGGER_STATES } from './triggers.ts';
export {
  MAX_BASKET_ORDERS,
  MAX_BASKETS,
  MAX_REGULAR,
  MAX_BETWEEN,
  MAX_TIMES,
  REGULAR_STATES,
  REGULAR_UNITS,
  RUN_REASONS,
  RUN_STATES,
} from './baskets.ts';
export { DOOR_LINES } from './door-lines.ts';
export {
  ClientMessage,
  DEPTH_CHANNELS,
  type DepthChannel,
  POSITION_CHANGES,
  QuoteTick,
  ServerMessage,
} from './socket.ts';
export { UserInfo } from './user.ts';

/** The envelope of every answer. */
export type Envelope<T> = { readonly code: number; readonly msg: string; readonly data: T };
/** `data` of a refusal. */
export type RefusalData = { readonly reason: string; readonly field?: string } & Readonly<Record<string, unknown>>;

/**
 * The four languages: wire code, the flag that clients store, and their own names. An unknown flag means the
 * second locale, `yd`.
 */
export const LANGUAGES = [
  { code: 'en', flag: 1, name: 'English', tag: 'en' },
  { code: 'yd', flag: 2, name: 'हिन्दी', tag: 'hi' },
  { code: 'zh-Hant', flag: 3, name: '繁體中文', tag: 'zh-Hant' },
  { code: 'zh-Hans', flag: 4, name: '简体中文', tag: 'zh-Hans' },
] as const;
export type Language = (typeof LANGUAGES)[number]['tag'];

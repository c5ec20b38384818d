import * as z from 'zod/mini';
import { Source } from './config.ts';
import { call, type BodyOf, type DataOf, type PayloadOf, type RefusalOf } from './call.ts';
import { consoleContentCalls } from './console-content.ts';
import {
  Announced,
  ChangedText,
  OfferingTerms,
  PublishedArticle,
  PublishedBanner,
  Written,
  staff,
} from './console-fields.ts';
import { SupportMessage } from './content.ts';
import { FileAnswer } from './file.ts';
import { KYC_REASONS } from './identity.ts';
import { OneTimePassword } from './security.ts';
import {
  Bool,
  Count,
  Id,
  IdIn,
  Instant,
  MarketDate,
  Money,
  Nothing,
  Page,
  listOf,
  plain,
  plainSecret,
} from './wire.ts';

/*
 * The back office's calls: a table of their own, below /console/api, for staff. Its sessions are no members'
 * sessions and the other way round. There is no call here that sets a price, a balance, a draw or a score,
 * and none can be added without a test failing.
 */

/** The reason of a look or an act: the published list that members read in their access log. */
export const CONSOLE_REASONS = [
  'review',
  'documents_match',
  'documents_do_not_match',
  'holder_differs',
  'payment_seen',
  'payment_not_seen',
  'appeal_justified',
  'appeal_not_justified',
  'issuer_asked',
  'member_asked',
  'books_explained',
  'account_at_risk',
  'device_lost',
  'surveillance',
] as const;
type Reason = (typeof CONSOLE_REASONS)[number];

type ConsoleAction = {
  /** What a request is called where it is decided. */
  readonly name: string;
  /** The page of the back office where one sees what a request is about before one decides it. */
  readonly page: string;
  /** Reasons that fit: the published list, without what would make no sense. */
  readonly reasons: readonly Reason[];
  /** What can be wrong, one of which is said with a request to decline. */
  readonly flaws?: typeof KYC_REASONS;
};

const ACTIONS = {
  'identity.decide': {
    name: 'An identity',
    page: '/identities',
    reasons: ['documents_match', 'documents_do_not_match'],
    flaws: KYC_REASONS,
  },
  'recharge.decide': {
    name: 'A recharge',
    page: '/recharges',
    reasons: ['payment_seen', 'payment_not_seen', 'member_asked'],
  },
  'withdrawal.decide': {
    name: 'A withdrawal',
    page: '/withdrawals',
    reasons: ['review', 'holder_differs', 'member_asked'],
  },
  'appeal.decide': { name: 'An appeal', page: '/appeals', reasons: ['appeal_justified', 'appeal_not_justified'] },
  'offering.create': { name: 'A new offering', page: '/offerings', reasons: ['issuer_asked'] },
  'offering.withdraw': { name: 'Withdraw an offering', page: '/offerings', reasons: ['issuer_asked'] },
  'announcement.publish': { name: 'An announcement', page: '/announcements', reasons: ['review'] },
  'books.cause': { name: 'The cause of a contradiction', page: '/', reasons: ['books_explained'] },
  'share.suspend': { name: 'Suspend a share', page: '/suspensions', reasons: ['surveillance', 'issuer_asked'] },
  'text.change': { name: 'A fixed text', page: '/texts', reasons: ['review'] },
  'banner.publish': { name: 'A banner', page: '/banners', reasons: ['review'] },
  'article.publish': { name: 'An article', page: '/articles', reasons: ['review'] },
  'classes.decide': { name: 'Classes of a member', page: '/accounts', reasons: ['member_asked', 'review'] },
  'sessions.end': { name: 'Sign a member out', page: '/staff', reasons: ['member_asked', 'account_at_risk'] },
  'factor.recover': { name: 'A lost authenticator', page: '/staff', reasons: ['device_lost'] },
} as const satisfies Record<string, ConsoleAction>;

export type ConsoleActionName = keyof typeof ACTIONS;
/** What needs two people: the first word of a name is what it is about. */
export const CONSOLE_ACTIONS: Readonly<Record<ConsoleActionName, ConsoleAction>> = ACTIONS;
const ACTION_NAMES = Object.keys(ACTIONS) as ConsoleActionName[];
export const REQUEST_STATES = ['open', 'declined', 'approved', 'carried_out', 'failed'] as const;

const ReasonIn = z.enum(CONSOLE_REASONS, { error: 'invalid_input' });

const Staff = z.object({ number: z.string(), name: z.string() });

export const ConsoleRequest = z.object({
  id: Id,
  action: z.enum(ACTION_NAMES),
  subject: z.string(),
  payload: z.record(z.string(), z.unknown()),
  reason: ReasonIn,
  maker: z.string(),
  at: Instant,
  state: z.enum(REQUEST_STATES),
  checker: z.nullable(z.string()),
  decidedAt: z.nullable(Instant),
  carriedAt: z.nullable(Instant),
  /** Why it could not be carried out; null otherwise. */
  failure: z.nullable(z.string()),
});

export const consoleCalls = {
  consoleSignIn: call({
    path: '/console/api/login',
    method: 'POST',
    access: 'guest',
    doc: 'Signs a person of the staff in. Idle sessions end after 15 minutes. A person who has to set a second factor up, or asks to (`enrol`), finds its secret in the refusal and signs in with a first code of it.',
    body: {
      name: Written(64).check(plain),
      password: Written(256).check(plainSecret),
      otp: z.optional(OneTimePassword),
      enrol: z.optional(Bool),
      /** What the last sign-in in this browser answered: it has a budget of failures of its own. */
      device: z.optional(Written(64)),
    },
    data: z.object({
      token: z.string(),
      /** To be kept by the browser, and sent with its next sign-in. */
      device: z.string(),
      staff: Staff,
      /** Shown once, when the second factor was set up just now. */
      recoveryCodes: z.nullable(z.array(z.string())),
    }),
    refusals: ['credentials_invalid', 'try_later', 'second_factor_required', 'second_factor_setup', 'otp_wrong'],
    specified: false,
  }),
  consoleSignOut: call({
    ...staff,
    path: '/console/api/logout',
    method: 'POST',
    doc: 'Ends this session.',
    body: {},
    data: Nothing,
    refusals: [],
  }),
  consoleMe: call({
    ...staff,
    path: '/console/api/me',
    method: 'POST',
    doc: 'Who is signed in.',
    body: {},
    data: Staff,
    refusals: [],
  }),
  consoleStaff: call({
    ...staff,
    path: '/console/api/staff',
    method: 'POST',
    doc: 'Who works here, and whether they have a second factor.',
    body: {},
    data: z.object({
      staff: z.array(z.extend(Staff, { secondFactor: z.boolean() })),
    }),
    refusals: [],
  }),
  consoleRequest: call({
    ...staff,
    path: '/console/api/request',
    method: 'POST',
    doc: 'Asks for something that needs two people. `payload` says what: { approve } and for an identity that fails { approve: false, flaw }; { offering } with its terms, whose id the answer gives; { announcement } in four languages; { cause }; { text } of a fixed text, with the version that was edited as `base`; { banner } with its picture, link, place and words, and { article } with its category, companies and words, whose ids are the subject; of a share to suspend, whose code is the subject, of a member whose sessions are to end and of a colleague who lost the authenticator, nothing. Terms that break a rule are refused with `rule` and `field`.',
    body: {
      action: z.enum(ACTION_NAMES, { error: 'invalid_input' }),
      /** What it is about; of a new offering the code of its share. */
      subject: Written(128),
      payload: z.optional(
        z.object({
          approve: z.optional(Bool),
          flaw: z.optional(z.enum(KYC_REASONS)),
          cause: z.optional(Written(2000)),
          offering: z.optional(OfferingTerms),
          announcement: z.optional(Announced),
          text: z.optional(ChangedText),
          banner: z.optional(PublishedBanner),
          article: z.optional(PublishedArticle),
        }),
      ),
      reason: ReasonIn,
    },
    data: z.object({ id: Id }),
    refusals: [
      'invalid_input',
      'not_found',
      'already_requested',
      'already_there',
      'offering_not_open',
      'pay_to_details',
      'claims_too_much',
      'unknown_code',
      'not_tradable',
      'same_person',
    ],
  }),
  consoleDecide: call({
    ...staff,
    path: '/console/api/decide',
    method: 'POST',
    doc: 'Agrees to another person’s request, or declines it. What was agreed to is carried out within a second.',
    body: { id: IdIn, approve: Bool, reason: ReasonIn },
    data: ConsoleRequest,
    refusals: ['not_found', 'same_person', 'already_decided'],
  }),
  consoleRequests: call({
    ...staff,
    path: '/console/api/requests',
    method: 'POST',
    doc: 'Requests, the newest first.',
    body: { state: z.optional(z.enum(REQUEST_STATES, { error: 'invalid_input' })), ...Page },
    data: listOf(ConsoleRequest),
    refusals: [],
  }),
  consoleIdentities: call({
    ...staff,
    path: '/console/api/kyc',
    method: 'POST',
    doc: 'Identity checks under review, the oldest first.',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        memberId: Id,
        name: z.string(),
        submittedAt: Instant,
        frontPhoto: Id,
        backPhoto: Id,
        requestId: z.nullable(Id),
      }),
    ),
    refusals: [],
  }),
  consoleIdentity: call({
    ...staff,
    path: '/console/api/identity/{id}',
    method: 'POST',
    doc: 'The last four digits of the number of an identity check under review, to be compared with its pictures. Looking is an act: it is in the audit and in its owner’s access log.',
    body: { id: IdIn },
    data: z.object({ idNumberMasked: z.string() }),
    refusals: ['not_found'],
  }),
  consolePicture: call({
    ...staff,
    path: '/console/api/picture/{id}',
    method: 'GET',
    doc: 'A picture of an identity check under review, or one that was sent to customer service. Looking is an act: it is in the audit and in its owner’s access log.',
    body: { id: IdIn },
    data: FileAnswer,
    refusals: ['not_found'],
    answersFile: true,
  }),
  consoleRecharges: call({
    ...staff,
    path: '/console/api/recharges',
    method: 'POST',
    doc: 'Recharges that wait for people.',
    body: {},
    data: listOf(
      z.object({
        orderNumber: Id,
        memberId: Id,
        currency: z.string(),
        channel: z.string(),
        amount: Money,
        at: Instant,
        requestId: z.nullable(Id),
      }),
    ),
    refusals: [],
  }),
  consoleWithdrawals: call({
    ...staff,
    path: '/console/api/withdrawals',
    method: 'POST',
    doc: 'Withdrawals that wait for people, with the instant at which they pass by themselves.',
    body: {},
    data: listOf(
      z.object({
        orderNumber: Id,
        memberId: Id,
        currency: z.string(),
        channel: z.string(),
        amount: Money,
        fee: Money,
        at: Instant,
        passesAt: Instant,
        requestId: z.nullable(Id),
      }),
    ),
    refusals: [],
  }),
  consoleAppeals: call({
    ...staff,
    path: '/console/api/appeals',
    method: 'POST',
    doc: 'Appeals against events of the credit score, with the instant at which they are upheld by themselves.',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        memberId: Id,
        rule: z.string(),
        points: z.int(),
        text: z.string(),
        at: Instant,
        upheldAt: Instant,
        requestId: z.nullable(Id),
      }),
    ),
    refusals: [],
  }),
  consoleThreads: call({
    ...staff,
    path: '/console/api/support',
    method: 'POST',
    doc: 'Threads of customer service: unread ones first.',
    body: {},
    data: listOf(
      z.object({
        memberId: Id,
        lastText: z.string(),
        lastFrom: z.enum(['member', 'service']),
        lastAt: Instant,
        unread: Count,
      }),
    ),
    refusals: [],
  }),
  consoleThread: call({
    ...staff,
    path: '/console/api/supportThread',
    method: 'POST',
    doc: 'One thread, the newest first. Reading it marks it as read.',
    body: { memberId: IdIn, ...Page },
    data: listOf(SupportMessage),
    refusals: [],
  }),
  consoleAnswer: call({
    ...staff,
    path: '/console/api/supportAnswer',
    method: 'POST',
    doc: 'Answers a member.',
    body: { memberId: IdIn, text: Written(2000) },
    data: Nothing,
    refusals: ['pay_to_details', 'claims_too_much', 'not_found'],
  }),
  ...consoleContentCalls,
  consoleOfferings: call({
    ...staff,
    path: '/console/api/offerings',
    method: 'POST',
    doc: 'Offerings with their states and how many applied. Only one that is not closed can be withdrawn, by two people.',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        kind: z.string(),
        code: z.string(),
        state: z.string(),
        applications: Count,
        closesAt: z.nullable(Instant),
        requestId: z.nullable(Id),
      }),
    ),
    refusals: [],
  }),
  consoleCalendar: call({
    ...staff,
    path: '/console/api/calendar',
    method: 'POST',
    doc: 'What a new offering can be made from: the market days to come, the listed companies, the sectors.',
    body: {},
    data: z.object({
      days: z.array(MarketDate),
      companies: z.array(z.object({ code: z.string(), name: z.string(), lastPrice: Money })),
      sectors: z.array(z.string()),
    }),
    refusals: [],
  }),
  consoleLedger: call({
    ...staff,
    path: '/console/api/ledger',
    method: 'POST',
    doc: 'Totals of the ledger by account and currency, what the rails owe and hold, and the newest checkpoint.',
    body: {},
    data: z.object({
      totals: z.array(
        z.object({ asset: z.string(), code: z.int(), owner: z.string(), accounts: Count, balance: z.string() }),
      ),
      checkpoint: z.nullable(z.object({ size: Count, note: z.string() })),
      checks: z.array(z.object({ name: z.string(), violations: Count })),
    }),
    refusals: [],
  }),
  consoleAudit: call({
    ...staff,
    path: '/console/api/audit',
    method: 'POST',
    doc: 'What the staff did, the newest first.',
    body: Page,
    data: listOf(
      z.object({ id: Id, staff: z.string(), action: z.string(), subject: z.string(), reason: z.string(), at: Instant }),
    ),
    refusals: [],
  }),
  consoleAccounts: call({
    ...staff,
    path: '/console/api/accounts',
    method: 'POST',
    doc: 'Accounts, the newest first, without anything that says who they are but an id and a masked phone.',
    body: { id: z.optional(IdIn), ...Page },
    data: listOf(
      z.object({ id: Id, phone: z.string(), kycStatus: z.string(), createdAt: Instant, erasesAt: z.nullable(Instant) }),
    ),
    refusals: [],
  }),
  consoleHealth: call({
    ...staff,
    path: '/console/api/health',
    method: 'POST',
    doc: 'How the server is: the market’s phase, what waits, what is blocked.',
    body: {},
    data: z.object({
      phase: z.string(),
      marketTime: z.string(),
      withdrawalsWaiting: Count,
      oldestWithdrawalAt: z.nullable(Instant),
      identitiesWaiting: Count,
      appealsOpen: Count,
      supportUnread: Count,
      unsealed: Count,
      jobsFailed: Count,
      booksStopped: z.boolean(),
      source: Source,
      /** What two people have to explain before money moves again; null when nothing is stopped. */
      booksStop: z.nullable(z.object({ id: Id, check: z.string() })),
    }),
    refusals: [],
  }),
};

export type ConsoleCalls = typeof consoleCalls;
export type ConsoleCallName = keyof ConsoleCalls;
export type ConsoleBody<N extends ConsoleCallName> = BodyOf<ConsoleCalls[N]>;
export type ConsolePayload<N extends ConsoleCallName> = PayloadOf<ConsoleCalls[N]>;
export type ConsoleData<N extends ConsoleCallName> = DataOf<ConsoleCalls[N]>;
export type ConsoleRefusals<N extends ConsoleCallName> = RefusalOf<ConsoleCalls[N]>;

import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Id, IdIn, Instant, Page, Percent, Price, StockCode, listOf } from './wire.ts';

export const ARTICLE_CATEGORIES = ['market', 'company', 'learn', 'safety', 'khara'] as const;

const ArticleHead = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  /** Address of a picture below the app's own; null for none. */
  cover: z.nullable(z.string()),
  category: z.enum(ARTICLE_CATEGORIES),
  at: Instant,
  /** The market day that it tells of; null where it is of none. */
  marketDate: z.nullable(z.string()),
  /**
   * Of a story of one company: the key of its sector, and the close before that day with what its share
   * traded at on it, the oldest first, at most 24 prices. Null of any other, and of a day whose minutes are
   * no longer kept.
   */
  traded: z.nullable(z.object({ sector: z.string(), prices: z.array(Price) })),
  readMinutes: Count,
});
export const Article = z.extend(ArticleHead, {
  /** Markdown, of which raw HTML is no part. */
  body: z.string(),
  /** Who wrote it: 'khara' the people of this market, 'simulation' a report made from what happened in it. */
  source: z.enum(['khara', 'simulation']),
  codes: z.array(z.string()),
});
export { ArticleHead };

export const VoteInfo = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  closesAt: Instant,
  votedOptionId: z.nullable(Id),
  totalVotes: Count,
  /** `votes` and `share` (per cent) are null until the reader has voted or the vote is closed. */
  options: z.array(
    z.object({ id: Id, name: z.string(), flag: z.string(), votes: z.nullable(Count), share: z.nullable(Percent) }),
  ),
});

export const SupportMessage = z.object({
  id: Id,
  from: z.enum(['member', 'service']),
  text: z.string(),
  /** A picture of the thread, to be fetched by `uploadedPicture`; null for none. */
  fileId: z.nullable(Id),
  at: Instant,
  /** When the other side has read it; null while it has not. */
  readAt: z.nullable(Instant),
});

export const contentCalls = {
  articles: call({
    path: '/app/article/list',
    method: 'POST',
    access: 'guest',
    doc: 'Articles, the newest first; of one company where `code` is given.',
    body: {
      category: z.optional(z.enum(ARTICLE_CATEGORIES, { error: 'invalid_input' })),
      code: z.optional(StockCode),
      ...Page,
    },
    data: listOf(ArticleHead),
    refusals: [],
  }),
  articlesForMe: call({
    path: '/app/article/getInboxList',
    method: 'POST',
    access: 'member',
    doc: 'Articles about what the reader holds, watches or has applied for, the newest first.',
    body: Page,
    data: listOf(ArticleHead),
    refusals: [],
  }),
  article: call({
    path: '/app/article/getInfo/{id}',
    method: 'POST',
    access: 'guest',
    doc: 'One article with its text.',
    body: { id: IdIn },
    data: Article,
    refusals: ['not_found'],
  }),
  voteInfo: call({
    path: '/app/user/voteInfo',
    method: 'POST',
    access: 'guest',
    doc: 'A vote; without an id the one that closes next, or the last that closed.',
    body: { id: z.optional(IdIn) },
    data: VoteInfo,
    refusals: ['not_found'],
  }),
  castVote: call({
    path: '/app/user/voteCountry/{id}',
    method: 'POST',
    access: 'member',
    doc: 'Votes for the option of this id, once. Answers the vote with its results.',
    body: { id: IdIn },
    data: VoteInfo,
    refusals: ['account_not_kept', 'not_found', 'already_voted', 'vote_closed'],
    keptOnly: true,
  }),
  serviceAddress: call({
    path: '/app/config/getKefuUrl',
    method: 'POST',
    access: 'guest',
    doc: 'Where customer service is, as the installation says: a page of the app, or an address with https:, mailto: or tel:.',
    body: {},
    data: z.object({ url: z.string() }),
    refusals: [],
  }),
  supportMessages: call({
    path: '/app/support/messages',
    method: 'POST',
    access: 'member',
    doc: 'The thread with customer service, the newest first. Reading it marks what came as read.',
    body: Page,
    data: z.extend(listOf(SupportMessage), { unread: Count }),
    refusals: [],
    specified: false,
  }),
  sendSupportMessage: call({
    path: '/app/support/sendMessage',
    method: 'POST',
    access: 'member',
    doc: 'Writes to customer service: a text, a picture uploaded for it, or both. The same `draftId` answers the same message.',
    body: {
      text: z.optional(z.string({ error: 'invalid_input' }).check(z.maxLength(2000, { error: 'message_too_long' }))),
      fileId: z.optional(IdIn),
      draftId: z.optional(
        z.string({ error: 'invalid_input' }).check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, { error: 'invalid_input' })),
      ),
    },
    data: SupportMessage,
    refusals: ['message_empty', 'not_found', 'try_later'],
    specified: false,
  }),
};

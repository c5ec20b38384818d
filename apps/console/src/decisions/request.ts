import type { ConsoleData } from '@khara/contract';

/** What one person has asked for and another decides. */
export type Request = ConsoleData<'consoleDecide'>;
export type Action = Request['action'];
export type ReasonCode = Request['reason'];

/** Reasons that fit an action: the published list, without what would make no sense. */
export const REASONS: Readonly<Record<Action, readonly ReasonCode[]>> = {
  'identity.decide': ['documents_match', 'documents_do_not_match'],
  'recharge.decide': ['payment_seen', 'payment_not_seen', 'member_asked'],
  'withdrawal.decide': ['review', 'holder_differs', 'member_asked'],
  'appeal.decide': ['appeal_justified', 'appeal_not_justified'],
  'offering.create': ['issuer_asked'],
  'offering.withdraw': ['issuer_asked'],
  'announcement.publish': ['review'],
  'books.cause': ['books_explained'],
  'share.suspend': ['surveillance', 'issuer_asked'],
  'text.change': ['review'],
  'banner.publish': ['review'],
  'article.publish': ['review'],
};

/** What a request is called where it is decided. */
export const NAMES: Readonly<Record<Action, string>> = {
  'identity.decide': 'An identity',
  'recharge.decide': 'A recharge',
  'withdrawal.decide': 'A withdrawal',
  'appeal.decide': 'An appeal',
  'offering.create': 'A new offering',
  'offering.withdraw': 'Withdraw an offering',
  'announcement.publish': 'An announcement',
  'books.cause': 'The cause of a contradiction',
  'share.suspend': 'Suspend a share',
  'text.change': 'A fixed text',
  'banner.publish': 'A banner',
  'article.publish': 'An article',
};

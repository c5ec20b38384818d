import type { ConsoleData } from '@khara/contract';
import { KYC_REASONS } from 'virtual:contract';

/** What one person has asked for and another decides. */
export type Request = ConsoleData<'consoleDecide'>;
export type ActionName = Request['action'];
export type ReasonCode = Request['reason'];

type Action = {
  /** What a request is called where it is decided. */
  readonly name: string;
  /** The page where one sees what a request is about before one decides it. */
  readonly page: string;
  /** Reasons that fit: the published list, without what would make no sense. */
  readonly reasons: readonly ReasonCode[];
  /** What can be wrong, one of which is said with a request to decline. */
  readonly flaws?: typeof KYC_REASONS;
};

/** All that the back office says of what two people decide. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
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
  'sessions.end': { name: 'Sign a member out', page: '/staff', reasons: ['member_asked', 'account_at_risk'] },
  'factor.recover': { name: 'A lost authenticator', page: '/staff', reasons: ['device_lost'] },
};

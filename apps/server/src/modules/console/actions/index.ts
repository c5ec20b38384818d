import type { ActionName } from '../request-store.ts';
import type { Action } from './action.ts';
import { announcementPublish } from './announcement-publish.ts';
import { appealDecide } from './appeal-decide.ts';
import { articlePublish } from './article-publish.ts';
import { bannerPublish } from './banner-publish.ts';
import { booksCause } from './books-cause.ts';
import { factorRecover } from './factor-recover.ts';
import { identityDecide } from './identity-decide.ts';
import { offeringCreate } from './offering-create.ts';
import { offeringWithdraw } from './offering-withdraw.ts';
import { rechargeDecide } from './recharge-decide.ts';
import { sessionsEnd } from './sessions-end.ts';
import { shareSuspend } from './share-suspend.ts';
import { textChange } from './text-change.ts';
import { withdrawalDecide } from './withdrawal-decide.ts';

/** All that two people decide. A name of the contract without an entry here does not compile. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  'identity.decide': identityDecide,
  'recharge.decide': rechargeDecide,
  'withdrawal.decide': withdrawalDecide,
  'appeal.decide': appealDecide,
  'offering.create': offeringCreate,
  'offering.withdraw': offeringWithdraw,
  'announcement.publish': announcementPublish,
  'books.cause': booksCause,
  'share.suspend': shareSuspend,
  'text.change': textChange,
  'banner.publish': bannerPublish,
  'article.publish': articlePublish,
  'sessions.end': sessionsEnd,
  'factor.recover': factorRecover,
};

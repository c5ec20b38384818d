import { rupees } from '@khara/money';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Application, Offering } from './offering.ts';
import { recordsLink } from './records-link.ts';

/**
 * Tells a member what they did with an application: made, changed or taken back; or that it was, since its money is
 * gone. `amount` in paise, blocked or free again.
 */
export const notifyApplicant = (
  tx: Tx,
  { id, userId, lots, revision, updatedAt: at }: Application,
  offering: Offering,
  what: {
    readonly key: 'applicationMade' | 'applicationRevised' | 'applicationCancelled' | 'applicationUnpaid';
    readonly amount: bigint;
  },
): Promise<SentNotice> =>
  notify(tx, {
    userId,
    category: 'transaction',
    key: what.key,
    params: { code: offering.code, lots, amount: rupees(what.amount) },
    link: recordsLink(offering),
    about: `application:${id} ${what.key} ${revision}`,
    at: at,
  });

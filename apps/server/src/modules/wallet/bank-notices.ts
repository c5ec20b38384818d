import { notify, type SentNotice } from '#modules/notices/index.ts';
import { momentParam } from '#src/kernel/format-message.ts';
import type { Tx } from '#src/ports/database.ts';
import type { BankRow } from './bank-store.ts';
import { masked } from './present-bank-account.ts';

const BANK_PAGE = '/pages/wallet/bindcard/mycard';

/** A change of where money can go is a notice to its owner, by any author. */
export const notifyOwner = (
  tx: Tx,
  userId: string,
  key: 'bankBound' | 'bankRemoved' | 'bankStopped',
  { bank_name: bank, last_four: lastFour }: Pick<BankRow, 'bank_name' | 'last_four'>,
  at: number,
): Promise<SentNotice> =>
  notify(tx, { userId, category: 'system', key, params: { bank, account: masked(lastFour) }, link: BANK_PAGE, at });

/** The notice of a wait leads to the page where it can be stopped. */
export const notifyOfHold = (
  tx: Tx,
  account: Pick<BankRow, 'id' | 'member_id' | 'bank_name' | 'last_four'> & { readonly payableFrom: number },
  at: number,
): Promise<SentNotice> =>
  notify(tx, {
    userId: account.member_id,
    category: 'system',
    key: 'bankReplaced',
    params: {
      bank: account.bank_name,
      account: masked(account.last_four),
      from: momentParam(account.payableFrom),
    },
    link: `${BANK_PAGE}?stop=${account.id}`,
    at,
  });

import { notify, type SentNotice } from '#modules/notices/index.ts';
import { momentParam } from '#src/kernel/format-message.ts';
import type { Tx } from '#src/ports/database.ts';
import type { BankAccount } from './bank-store.ts';
import { masked } from './present-bank-account.ts';

const BANK_PAGE = '/pages/wallet/bindcard/mycard';

/** A change of where money can go is a notice to its owner, by any author. */
export const notifyOwner = (
  tx: Tx,
  userId: string,
  key: 'bankBound' | 'bankRemoved' | 'bankStopped',
  { bankName: bank, lastFour }: Pick<BankAccount, 'bankName' | 'lastFour'>,
  at: number,
): Promise<SentNotice> =>
  notify(tx, { userId, category: 'system', key, params: { bank, account: masked(lastFour) }, link: BANK_PAGE, at });

/** The notice of a wait leads to the page where it can be stopped. */
export const notifyOfHold = (
  tx: Tx,
  account: Pick<BankAccount, 'id' | 'memberId' | 'bankName' | 'lastFour'> & { readonly payableFrom: number },
  at: number,
): Promise<SentNotice> =>
  notify(tx, {
    userId: account.memberId,
    category: 'system',
    key: 'bankReplaced',
    params: {
      bank: account.bankName,
      account: masked(account.lastFour),
      from: momentParam(account.payableFrom),
    },
    link: `${BANK_PAGE}?stop=${account.id}`,
    at,
  });

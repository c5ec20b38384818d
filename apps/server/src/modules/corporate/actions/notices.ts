import type { Adjustment, Position } from '@khara/broker';
import { isOffer, offerDates, percentOfBps, type CorporateAction } from '#modules/market/index.ts';
import { type NoticeToSend } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import { rupees } from '@khara/money';
import { ownersAndWatchers } from '../share-notices/audience-store.ts';
import type { HolderDividend } from './dividend-store.ts';
import { entitledNotice } from '../offers/offer-notices.ts';
import { addedTo, type HolderEntitlement } from './entries.ts';

/** What a holder reads of an action that was applied. */
export function appliedNotice(given: HolderEntitlement, action: CorporateAction, at: number): NoticeToSend {
  const added = addedTo(given);
  const { holder, grossPaise, tdsPaise } = given;
  const { terms, code } = action;
  if (isOffer(action)) return entitledNotice(action, { userId: holder.userId, held: holder.quantity, at });
  const common = { userId: holder.userId, category: 'transaction', about: `applied:${action.id}`, at } as const;
  const money = { amount: rupees(grossPaise - tdsPaise), tds: rupees(tdsPaise), cash: rupees(grossPaise) };
  if (terms.kind === 'dividend') {
    const params = { code, quantity: holder.quantity, date: terms.paysOn, ...money };
    return { ...common, link: '/pages/personal/dividends/index', key: 'dividendDue', params };
  }
  if (terms.kind === 'demerger') {
    const percent = percentOfBps(terms.costBps);
    const params = { code, into: terms.into, quantity: holder.quantity, added, percent, date: terms.listsOn };
    return { ...common, link: '/pages/personal/position/index', key: 'demergerCredited', params };
  }
  return {
    ...common,
    link: '/pages/personal/position/index',
    key: terms.kind === 'split' ? 'splitDone' : 'bonusGiven',
    params: { code, quantity: holder.quantity, added, total: holder.quantity + added, ...money },
  };
}

/** What a member reads of an intraday position that went over an ex-date. */
export const adjustedNotice = (
  { position, added, paise }: Adjustment & { readonly position: Pick<Position, 'id' | 'userId' | 'quantity'> },
  { id, code }: CorporateAction,
  at: number,
): NoticeToSend => ({
  userId: position.userId,
  category: 'transaction',
  about: `adjusted:${id}:${position.id}`,
  link: '/pages/personal/position/index',
  ...(added === 0
    ? { key: paise < 0n ? 'shortOwes' : 'longGets', params: { code, amount: rupees(paise < 0n ? -paise : paise) } }
    : {
        key: 'leftOverShares',
        params: { code, quantity: Math.abs(position.quantity), total: Math.abs(position.quantity + added) },
      }),
  at,
});

/** What a holder reads when a dividend is in the wallet. */
export const paidNotice = (paid: HolderDividend, at: number): NoticeToSend => ({
  userId: paid.userId,
  category: 'transaction',
  about: `paid:${paid.actionId}`,
  link: '/pages/personal/bill/index?businessType=dividend',
  key: 'dividendPaid',
  params: {
    code: paid.code,
    quantity: Number(paid.held),
    amount: rupees(paid.grossPaise - paid.tdsPaise),
    tds: rupees(paid.tdsPaise),
  },
  at,
});

/** What those who hold or watch a share read of an action to come. */
export async function writeAnnouncements(
  tx: Tx,
  action: CorporateAction,
  at: number,
): Promise<readonly NoticeToSend[]> {
  const { code, terms, exDate: date } = action;
  const users = await ownersAndWatchers(tx, [code]);
  const common = {
    category: 'system',
    link: `/pages/market/details?code=${code}`,
    about: `announced:${action.id}`,
    at,
  } as const;
  const text = ((): Pick<NoticeToSend, 'key' | 'params'> => {
    switch (terms.kind) {
      case 'dividend':
        return {
          key: 'dividendAnnounced',
          params: { code, date, amount: rupees(BigInt(terms.perSharePaise)), pays: terms.paysOn },
        };
      case 'split':
        return { key: 'splitAnnounced', params: { code, date, times: terms.oldFace / terms.newFace } };
      case 'bonus':
        return { key: 'bonusAnnounced', params: { code, date, a: terms.a, b: terms.b } };
      case 'rights': {
        const { closesOn: until } = offerDates({ exDate: date, terms });
        const price = rupees(BigInt(terms.price));
        return { key: 'rightsAnnounced', params: { code, date, a: terms.a, b: terms.b, price, until } };
      }
      case 'demerger':
        return {
          key: 'demergerAnnounced',
          params: { code, date, a: terms.a, b: terms.b, into: terms.into, lists: terms.listsOn },
        };
      case 'buyback': {
        const { opensOn: from, closesOn: until } = offerDates({ exDate: date, terms });
        return { key: 'buybackAnnounced', params: { code, date, price: rupees(BigInt(terms.price)), from, until } };
      }
    }
  })();
  return users.map(({ userId }) => ({ ...common, ...text, userId }));
}

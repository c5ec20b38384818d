import { DECIMALS, showDecimal } from '@khara/money';
import { notify, type NoticeKey, type SentNotice } from '#modules/notices/index.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { moneyParam } from '#src/kernel/format-message.ts';
import type { Recharge } from './recharge-store.ts';

/** Tells a recharge's owner that it ended without money. */
export const notifyEnded = (
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { memberId: userId, orderNumber, currency, amount }: Recharge,
  key: NoticeKey & ('rechargeRevoked' | 'rechargeExpired'),
): Promise<SentNotice> =>
  notify(tx, {
    userId,
    category: 'transaction',
    key,
    params: { money: moneyParam(currency, showDecimal(amount, DECIMALS[currency])), orderNumber },
    link: '/pages/wallet/recharge/records',
    about: `recharge:${orderNumber} ${key}`,
    at: clock.now(),
  });

import type { Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { textsFor } from '@khara/texts';
import type { SignedReceipt } from '#modules/ledger/index.ts';
import type { PayTo } from '../../ports.ts';
import type { RechargeRow } from './store.ts';

type Shown = Data<'submitRecharge'>;

/** A recharge as the app shows it; one that was credited with the receipt of that. */
export function shownRecharge(
  row: RechargeRow,
  payTo: PayTo,
  language: Language,
  receipt: SignedReceipt | null = null,
): Shown {
  return {
    orderNumber: row.order_number,
    currency: row.currency,
    channelType: row.channel,
    amount: showDecimal(row.amount, DECIMALS[row.currency]),
    status: row.status,
    reason: row.reason,
    payTo: shownPayTo(payTo, language),
    at: Number(row.at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
    receipt,
    simulated: true,
  };
}

/** What a recharge's page shows while the rail has not been asked yet: only after a crash between the two, and mended by the next request. */
export const NOT_ASKED: PayTo = { name: '', qr: '' };

/** Pay-to details with the words that say what they are worth. */
export const shownPayTo = (payTo: PayTo, language: Language): Shown['payTo'] => ({
  ...payTo,
  note: textsFor(language).recharge.payToNote,
});

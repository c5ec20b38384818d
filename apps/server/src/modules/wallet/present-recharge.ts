import type { Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { textsFor } from '@khara/texts';
import type { SignedReceipt } from '#modules/ledger/index.ts';
import type { PayTo } from '#src/ports/payment-rail.ts';
import type { Recharge, UnmatchedReport } from './recharge-store.ts';

type RechargeDto = Data<'submitRecharge'>;

/**
 * A recharge as the app shows it; one that was credited with the receipt of that, and with what came for it
 * and was not its own.
 */
export function presentRecharge(
  row: Recharge,
  payTo: PayTo,
  language: Language,
  {
    receipt,
    unmatched,
  }: { readonly receipt?: SignedReceipt | undefined; readonly unmatched?: UnmatchedReport | undefined } = {},
): RechargeDto {
  return {
    orderNumber: row.orderNumber,
    currency: row.currency,
    channelType: row.channel,
    amount: showDecimal(row.amount, DECIMALS[row.currency]),
    status: row.status,
    reason: row.reason ?? null,
    payTo: presentPayTo(payTo, language),
    at: row.at,
    updatedAt: row.updatedAt,
    expiresAt: row.expiresAt,
    receipt: receipt ?? null,
    unmatched: unmatched
      ? {
          amount: showDecimal(unmatched.amount, DECIMALS[unmatched.currency]),
          currency: unmatched.currency,
          state: unmatched.sentBack ? 'sent_back' : 'held',
          at: unmatched.at,
        }
      : null,
    reviewer: row.rail === 'manual' ? 'people' : 'sandbox',
    simulated: true,
  };
}

/**
 * What a recharge's page shows while the rail has not been asked yet: only after a crash between the two, and
 * mended by the next request.
 */
export const NOT_ASKED: PayTo = { name: '', qr: '' };

/** Pay-to details with the words that say what they are worth. */
export const presentPayTo = (
  { name, vpa, accountNumber, ifsc, network, address, qr }: PayTo,
  language: Language,
): RechargeDto['payTo'] => ({
  name,
  qr,
  ...(vpa !== undefined && { vpa }),
  ...(accountNumber !== undefined && { accountNumber }),
  ...(ifsc !== undefined && { ifsc }),
  ...(network !== undefined && { network }),
  ...(address !== undefined && { address }),
  note: textsFor(language).recharge.payToNote,
});

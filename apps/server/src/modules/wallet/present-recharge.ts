import type { Data, Language } from '@khara/contract';
import { DECIMALS, showDecimal } from '@khara/money';
import { textsFor } from '@khara/texts';
import type { SignedReceipt } from '#modules/ledger/index.ts';
import type { PayTo } from '#src/ports/payment-rail.ts';
import type { RechargeRow, UnmatchedReport } from './recharge-store.ts';

type RechargeDto = Data<'submitRecharge'>;

/**
 * A recharge as the app shows it; one that was credited with the receipt of that, and with what came for it
 * and was not its own.
 */
export function presentRecharge(
  row: RechargeRow,
  payTo: PayTo,
  language: Language,
  {
    receipt,
    unmatched,
  }: { readonly receipt?: SignedReceipt | undefined; readonly unmatched?: UnmatchedReport | undefined } = {},
): RechargeDto {
  return {
    orderNumber: row.order_number,
    currency: row.currency,
    channelType: row.channel,
    amount: showDecimal(row.amount, DECIMALS[row.currency]),
    status: row.status,
    reason: row.reason,
    payTo: presentPayTo(payTo, language),
    at: Number(row.at),
    updatedAt: Number(row.updated_at),
    expiresAt: Number(row.expires_at),
    receipt: receipt ?? null,
    unmatched: unmatched
      ? {
          amount: showDecimal(unmatched.amount, DECIMALS[unmatched.currency]),
          currency: unmatched.currency,
          state: unmatched.sent_back ? 'sent_back' : 'held',
          at: Number(unmatched.at),
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

import { offerCharges, type Charges } from '@khara/charges';
import type { ApplicationRow, OfferingRow } from './offering-rows.ts';

/**
 * The market date whose rates an offering's charges have, for its whole life: the one on which it opens.
 * Undefined where the member pays none: an issue and a private placement are allotments, on which there is no
 * STT and whose stamp duty the issuer pays.
 */
export const chargesDayOf = ({ kind, opens_market: opens }: Pick<OfferingRow, 'kind' | 'opens_market'>) =>
  kind === 'offline_placement' || kind === 'block' ? opens.slice(0, 10) : undefined;

const NONE: Pick<Charges, 'total' | 'stt'> = { total: 0n, stt: 0n };

/** What shares of an offering for `valuePaise` cost a member beside their price. */
export function chargesOf(
  offering: Pick<OfferingRow, 'kind' | 'opens_market'>,
  valuePaise: bigint,
): Pick<Charges, 'total' | 'stt'> {
  const day = chargesDayOf(offering);
  return day === undefined ? NONE : offerCharges(day, valuePaise);
}

/** All that an application has paid: the shares and their charges. */
export const paidWithCharges = ({
  state,
  paid_paise: paid,
  charges_paise: charges,
}: Pick<ApplicationRow, 'state' | 'paid_paise' | 'charges_paise'>): bigint =>
  state === 'signed' ? paid + charges : paid;

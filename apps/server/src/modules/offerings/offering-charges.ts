import { offerCharges, type Charges } from '@khara/charges';
import type { Application, Offering } from './offering.ts';

/**
 * The market date whose rates an offering's charges have, for its whole life: the one on which it opens.
 * Undefined where the member pays none: an issue and a private placement are allotments, on which there is no
 * STT and whose stamp duty the issuer pays.
 */
export const chargesDay = ({ kind, opensMarket: opens }: Pick<Offering, 'kind' | 'opensMarket'>) =>
  kind === 'offline_placement' || kind === 'block' ? opens.slice(0, 10) : undefined;

const NONE: Pick<Charges, 'total' | 'stt'> = { total: 0n, stt: 0n };

/** What shares of an offering for `valuePaise` cost a member beside their price. */
export function offeringCharges(
  offering: Pick<Offering, 'kind' | 'opensMarket'>,
  valuePaise: bigint,
): Pick<Charges, 'total' | 'stt'> {
  const day = chargesDay(offering);
  return day === undefined ? NONE : offerCharges(day, valuePaise);
}

/** All that an application has paid: the shares and their charges. */
export const paidWithCharges = ({
  state,
  paidPaise: paid,
  chargesPaise: charges,
}: Pick<Application, 'state' | 'paidPaise' | 'chargesPaise'>): bigint => (state === 'signed' ? paid + charges : paid);

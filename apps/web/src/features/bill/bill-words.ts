import type { IconName } from '#ui/icons.tsx';
import type { BillLine } from './by-day.ts';

type BusinessType = BillLine['businessType'];

/** Every kind of entry with its icon, in the order in which the filter lists them. */
export const BUSINESS_ICONS = {
  recharge: 'recharge',
  recharge_return: 'withdraw',
  withdrawal: 'withdraw',
  withdrawal_refund: 'recharge',
  buy: 'trend',
  sell: 'chart',
  intraday: 'chart',
  charges: 'list',
  contract_note: 'list',
  product_change: 'convert',
  auction: 'blocks',
  subscription: 'ticket',
  subscription_refund: 'ticket',
  block: 'blocks',
  placement: 'people',
  dividend: 'gift',
  share_part: 'gift',
  buyback: 'people',
  conversion: 'convert',
  debt_paid: 'withdraw',
  adjustment: 'again',
} as const satisfies Record<BusinessType, IconName>;

export const BUSINESS_TYPES = Object.keys(BUSINESS_ICONS) as BusinessType[]; // its keys are those of the record above

export const readBusinessType = (text: string | null): BusinessType | undefined =>
  BUSINESS_TYPES.find((known) => known === text);

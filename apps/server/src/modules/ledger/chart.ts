/**
 * The chart of accounts and the kinds of entry, as database/data/ledger has them (a test compares the two).
 * docs/ledger.md says what each is for.
 */

/** Money in minor units (paise; millionths of a USDT), or the shares of one issuer. */
export type Asset = 'INR' | 'USDT' | `EQ:${string}`;

/** A user, the platform, or the outside world. */
export type Owner = `u:${string}` | 'p' | 'x';

export const KINDS = [
  'recharge',
  'recharge_return',
  'withdraw_hold',
  'withdraw_release',
  'withdraw_paid',
  'withdraw_return',
  'order_hold',
  'order_release',
  'buy_fill',
  'settle',
  'sell_hold',
  'sell_release',
  'sell_fill',
  'apply_hold',
  'apply_release',
  'allot_pay',
  'block_pay',
  'sign_pay',
  'share_credit',
  'margin_hold',
  'margin_release',
  'margin_settle',
  'margin_charge',
  'convert',
  'dividend',
  'reversal',
  'corporate_credit',
  'rail_unmatched',
  'rail_unmatched_return',
  'buy',
  'sell',
  'contract_note',
  'to_delivery',
  'to_intraday',
  'short_sale',
  'corporate_hold',
  'corporate_release',
  'entitlement_used',
  'entitlement_lapsed',
  'rights_hold',
  'rights_release',
  'rights_pay',
  'buyback',
  'close_out',
  'share_part',
  'debt_paid',
  'practice_start',
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Hash of the chart, the kinds and the rules as database/data/ledger makes them (`RULES` in verify.ts says of
 * what). They decide which entries the ledger refuses, so a later change of a row must be found. A new kind
 * changes it: the test that compares the two names the new one.
 */
export const RULES_HASH = '52f621658f959628aa9a9a486c87604780d0d4a5d68d06ed0856b2c34364e645';

export const CODES = {
  available: 101,
  frozenForOrders: 102,
  frozenForSubscriptions: 103,
  frozenForWithdrawals: 104,
  frozenAsMargin: 105,
  freeShares: 120,
  frozenShares: 121,
  unsettledShares: 122,
  brokerage: 201,
  taxesAndCharges: 202,
  clearing: 210,
  issueProceeds: 211,
  conversionDesk: 212,
  lossesAbsorbed: 220,
  railIn: 301,
  railOut: 302,
  railSuspense: 303,
  sharesIssued: 311,
} as const;
export type Code = (typeof CODES)[keyof typeof CODES];

export type Account = { readonly owner: Owner; readonly asset: Asset; readonly code: Code };

/** One line of an entry: positive increases what the account's owner holds. */
export type Line = Account & { readonly amount: bigint };

type Money = 'INR' | 'USDT';

export const userOwner = (userId: string): `u:${string}` => `u:${userId}`;
export const equity = (isin: string): `EQ:${string}` => `EQ:${isin}`;

export const available = (userId: string, asset: Money = 'INR'): Account =>
  of(userOwner(userId), asset, CODES.available);
export const freeShares = (userId: string, isin: string): Account =>
  of(userOwner(userId), equity(isin), CODES.freeShares);
export const unsettledShares = (userId: string, isin: string): Account =>
  of(userOwner(userId), equity(isin), CODES.unsettledShares);

export const brokerage: Account = of('p', 'INR', CODES.brokerage);
export const taxesAndCharges: Account = of('p', 'INR', CODES.taxesAndCharges);
export const lossesAbsorbed: Account = of('p', 'INR', CODES.lossesAbsorbed);
/** The same accounts in another currency: the fee of a withdrawal, a reversal that finds too little. */
export const platformIn = (asset: Money, code: 201 | 202 | 220): Account => of('p', asset, code);
export const clearing = (asset: Asset = 'INR'): Account => of('p', asset, CODES.clearing);
export const issueProceeds: Account = of('p', 'INR', CODES.issueProceeds);
export const conversionDesk = (asset: Money): Account => of('p', asset, CODES.conversionDesk);
export const railIn = (asset: Money): Account => of('x', asset, CODES.railIn);
export const railOut = (asset: Money): Account => of('x', asset, CODES.railOut);
export const railSuspense = (asset: Money): Account => of('x', asset, CODES.railSuspense);
export const sharesIssued = (isin: string): Account => of('x', equity(isin), CODES.sharesIssued);

/** The line that changes `account` by `amount`. */
export const move = (account: Account, amount: bigint): Line => ({ ...account, amount });

function of(owner: Owner, asset: Asset, code: Code): Account {
  return { owner, asset, code };
}

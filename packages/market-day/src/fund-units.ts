import type { Basket } from '@khara/exchange';
import { freeFloatValue, heldInUnit, indexLevel, isFund, unitValue, type Index, type Issuer } from '@khara/universe';

/** Among what a fund is: the shares and indices of its market day. */
export type FundDay = {
  readonly issuers: readonly Issuer[];
  readonly indices: readonly Index[];
  readonly marketDay: number;
};

/** The index of a fund with the numbers of its members; throws when the day lacks one of them. */
function trackedIndex({ code, fund }: Issuer, { issuers, indices }: FundDay) {
  const index = indices.find((one) => one.code === fund?.index);
  if (!index) throw new Error(`fund ${code}: the day has no index ${fund?.index}`);
  const numbers = new Map(issuers.map((issuer, number) => [issuer.code, number]));
  const members = index.constituents.map((member) => {
    const number = numbers.get(member);
    if (number === undefined) throw new Error(`fund ${code}: the day has no share ${member}`);
    return number;
  });
  return { index, members };
}

/** What one unit of a fund holds on a market day; none for a company. */
export function unitBasket(issuer: Issuer, day: FundDay): Basket | undefined {
  if (!isFund(issuer)) return undefined;
  const { index, members } = trackedIndex(issuer, day);
  const { marketDay } = day;
  return members.map((number) => [number, heldInUnit(issuer, index, { member: day.issuers[number]!, marketDay })]);
}

/** What a unit of a fund that has no close yet is worth at the closes of the shares, paise. */
export function firstUnitValue(issuer: Issuer, closes: readonly number[], day: FundDay): number {
  if (!isFund(issuer)) return issuer.referencePricePaise;
  const { index, members } = trackedIndex(issuer, day);
  const value = members.reduce((sum, number) => sum + freeFloatValue(day.issuers[number]!, closes[number]!), 0n);
  return Math.max(1, unitValue(issuer, index, indexLevel(index, value), day.marketDay));
}

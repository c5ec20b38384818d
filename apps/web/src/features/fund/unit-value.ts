import type { Data } from '@khara/contract';
import { mulDiv, paise, percent, rupees } from '@khara/money';

type Fund = NonNullable<Data<'marketDetail'>['fund']>;

/** What a unit is worth with the index at `level`: it moves with the index. */
export function unitValueNow({ unitValue, indexLevel }: Pick<Fund, 'unitValue' | 'indexLevel'>, level: string): string {
  const [worth, before, now] = [paise(unitValue), paise(indexLevel), paise(level)];
  if (worth === undefined || !before || now === undefined) return unitValue;
  return rupees(mulDiv(worth, now, before, 'half_up'));
}

/** How far a price stands above what a unit is worth, in percent; below zero: a discount. */
export function premiumPercent(price: string, worth: string): string {
  const [of, base] = [paise(price), paise(worth)];
  return of === undefined || base === undefined ? '0.00' : percent(of - base, base);
}

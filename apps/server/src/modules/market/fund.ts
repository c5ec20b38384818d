import type { Data, Language } from '@khara/contract';
import { percent, priceText, showDecimal } from '@khara/money';
import { freeFloatValue } from '@khara/universe';
import type { Instrument, MarketView } from '#src/ports/market.ts';
import { instrumentName } from './quotes.ts';

/** Holdings that the page of a fund shows. */
const LARGEST = 10;

/**
 * What a fund follows, what one unit is worth at the level of its index now, and its largest holdings. Undefined for a
 * company, and for a fund whose index is gone.
 */
export function presentFund(
  market: MarketView,
  { code, issuer }: Instrument,
  language: Language,
): Data<'marketDetail'>['fund'] {
  const unitValue = market.unitValue(code);
  const index = issuer?.fund && market.instrument(issuer.fund.index);
  const level = index && market.quote(index.code)?.lastPrice;
  if (!issuer?.fund || !index?.index || level === undefined || unitValue === undefined) return undefined;
  const holdings = index.index.constituents.flatMap((member) => {
    const instrument = market.instrument(member);
    const quote = market.quote(member);
    if (!instrument?.issuer || !quote) return [];
    return [{ instrument, value: freeFloatValue(instrument.issuer, quote.lastPrice) }];
  });
  const whole = holdings.reduce((sum, { value }) => sum + value, 0n);
  return {
    index: index.code,
    indexName: instrumentName(index, language),
    indexLevel: priceText(level),
    unitValue: priceText(unitValue),
    expensePercent: showDecimal(BigInt(issuer.fund.expenseBps), 2),
    units: issuer.sharesOutstanding,
    members: holdings.length,
    holdings: holdings
      .toSorted((a, b) => (a.value < b.value ? 1 : a.value > b.value ? -1 : 0))
      .slice(0, LARGEST)
      .map(({ instrument, value }) => ({
        code: instrument.code,
        name: instrumentName(instrument, language),
        weightPercent: percent(value, whole),
      })),
  };
}

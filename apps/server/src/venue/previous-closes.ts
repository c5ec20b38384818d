import type { PreviousClose } from '@khara/market-day';
import { rightsDates } from '@khara/rules';
import { entitlementCode } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';

/**
 * What a market day begins with: the closes of the day before, on the other side of the corporate actions
 * that begin with it. Empty on the first day, and without entitlements that begin to trade.
 */
export async function previousCloses(
  db: Queryable,
  { marketDay, marketDate }: Pick<store.BegunDay, 'marketDay' | 'marketDate'>,
): Promise<ReadonlyMap<string, PreviousClose>> {
  const date = marketDay === 0 ? undefined : await store.dateOfDay(db, marketDay - 1);
  if (date === undefined) return new Map();
  const [closes, actions] = await Promise.all([store.readCloses(db, date), store.corporateActionsOn(db, marketDate)]);
  const before = new Map(
    // A new share that no price was found for has none.
    closes
      .filter(({ closePrice }) => closePrice > 0)
      .map(({ code, closePrice, tick }): [string, PreviousClose] => [
        code,
        { date, closePaise: closePrice, tickPaise: tick },
      ]),
  );
  for (const action of actions) {
    // The market finds what is left of a company that demerges: its day begins where the one before ended.
    if (action.terms.kind === 'demerger') continue;
    const known = before.get(action.code);
    if (known) before.set(action.code, { ...known, closePaise: store.exPrice(known.closePaise, action) });
  }
  // The first price of entitlements is measured from their share, not from what they were worth on the record date.
  for (const { code, exDate, terms } of await store.offersBetween(db, date, marketDate)) {
    if (terms.kind === 'rights' && rightsDates(exDate).opensOn === marketDate) before.delete(entitlementCode(code));
  }
  return before;
}

import { adjusted, afterFill, grossProfit, newPosition, realisedResult } from '@khara/broker';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exFall, type ActionTerms, type DayBeforeEx } from '#modules/market/index.ts';
import { decidedAction } from '#test/decided-action.ts';
import { adjustmentOf } from './adjustment.ts';
import { addedTo, giveTo } from './entries.ts';

const EX_DATE = '2026-11-30';
const price = fc.integer({ min: 10_000, max: 1_000_000 });
const ratio = fc.record({ a: fc.integer({ min: 1, max: 5 }), b: fc.integer({ min: 1, max: 9 }) });
const termsOf = fc.oneof(
  fc.constantFrom<ActionTerms>({ kind: 'split', oldFace: 10, newFace: 1 }, { kind: 'split', oldFace: 10, newFace: 2 }),
  ratio.map((of): ActionTerms => ({ kind: 'bonus', ...of })),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((perSharePaise): ActionTerms => ({ kind: 'dividend', perSharePaise, paysOn: '2026-12-14' })),
  fc
    .record({ of: ratio, price })
    .map(({ of, price: at }): ActionTerms => ({ kind: 'rights', ...of, price: at, shares: 100_000 })),
  price.map((at): ActionTerms => ({
    kind: 'buyback',
    price: at,
    shares: 100_000,
    held: { small: 100_000, general: 900_000 },
  })),
  fc.record({ of: ratio, profitBps: fc.integer({ min: 1_500, max: 4_500 }) }).map(({ of, profitBps }): ActionTerms => ({
    kind: 'demerger',
    ...of,
    costBps: 2_500,
    into: 'NEW',
    business: 'realty',
    profitBps,
    listsOn: '2026-12-07',
  })),
);
const days = fc
  .tuple(price, price, price)
  .map((prices) => prices.toSorted((a, b) => a - b))
  .map(([low, close, high]): DayBeforeEx => ({ low: low!, close: close!, high: high!, actions: [] }));
const quantities = fc.integer({ min: 1, max: 2_000_000 });

const actionOf = (terms: ActionTerms) => decidedAction('HARIDRA', EX_DATE, terms);
const isOfShares = ({ kind }: ActionTerms) => kind === 'split' || kind === 'bonus';

/** A position that one fill opened. */
function positionOf(quantity: number, at: number) {
  const side = quantity < 0 ? 'sell' : 'buy';
  const shares = Math.abs(quantity);
  const valuePaise = BigInt(shares) * BigInt(at);
  const fill = { quantity: shares, valuePaise, charges: { total: 0n }, at: 0, marketDate: '2026-11-27' };
  const none = { id: 1n, userId: 'u', asset: 'EQ:X', code: 'HARIDRA', product: 'intraday' } as const;
  return afterFill(newPosition(none, { ...fill, side }), side, fill);
}

it('a short position owes at least what a holder of as many shares gets, whatever the day closed at', () => {
  fc.assert(
    fc.property(termsOf, days, quantities, (terms, day, quantity) => {
      const action = actionOf(terms);
      const owed = adjustmentOf(-quantity, action, day);
      const holder = { positionId: 1n, userId: 'u', quantity, paidPaise: 0n, due: undefined };
      if (isOfShares(terms)) expect(-owed.added).toBe(addedTo(giveTo(holder, action, 1n)));
      if (isOfShares(terms) || terms.kind === 'dividend') return;
      for (const real of [day.low, day.close, day.high])
        if (terms.kind !== 'buyback')
          expect(-owed.paise).toBeGreaterThanOrEqual(
            (BigInt(quantity) * BigInt(exFall(real, action, []))) / 1_000n - 1n,
          );
      // Where it closed between its lowest and its highest price moves nothing.
      expect(adjustmentOf(-quantity, action, { ...day, close: day.low })).toEqual(owed);
    }),
  );
});

it('a long position and a short one of as many shares get nothing together', () => {
  fc.assert(
    fc.property(termsOf, days, quantities, (terms, day, quantity) => {
      const [long, short] = [
        adjustmentOf(quantity, actionOf(terms), day),
        adjustmentOf(-quantity, actionOf(terms), day),
      ];
      expect(long.added + short.added).toBe(0);
      expect(long.paise).toBeGreaterThanOrEqual(0n);
      expect(long.paise + short.paise).toBeLessThanOrEqual(0n);
    }),
  );
});

it('what it adds is in the result, whichever the fills that close it, also over several actions', () => {
  fc.assert(
    fc.property(
      fc.array(termsOf, { minLength: 1, maxLength: 3 }),
      days,
      quantities,
      fc.boolean(),
      price,
      fc.array(fc.record({ part: fc.integer({ min: 1, max: 100 }), at: price }), { maxLength: 4 }),
      (actions, day, quantity, isShort, opened, closes) => {
        let position = positionOf(isShort ? -quantity : quantity, opened);
        const side = isShort ? 'buy' : 'sell';
        let gross = 0n;
        let paid = 0n;
        const close = (shares: number, at: number): void => {
          if (shares === 0) return;
          const valuePaise = BigInt(shares) * BigInt(at);
          const fill = { quantity: shares, valuePaise, charges: { total: 0n }, at: 0, marketDate: EX_DATE };
          gross += grossProfit(position, side, fill);
          position = afterFill(position, side, fill);
        };
        for (const [at, terms] of actions.entries()) {
          const adjustment = adjustmentOf(position.quantity, actionOf(terms), day);
          paid += adjustment.paise;
          position = adjusted(position, adjustment);
          const { part, at: closedAt } = closes[at] ?? { part: 100, at: 10_000 };
          close(Math.floor((Math.abs(position.quantity) * part) / 200), closedAt);
        }
        close(Math.abs(position.quantity), closes[3]?.at ?? 20_000);
        expect(position.quantity).toBe(0);
        expect(position.costPaise).toBe(0n);
        expect(realisedResult(position)).toBe(gross);
        expect(position.soldPaise - position.boughtPaise + paid).toBe(gross);
      },
    ),
  );
});

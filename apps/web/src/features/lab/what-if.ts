import type { ImaginedOrder, WhatIf } from '@khara/market-day';

/*
 * The changes of a day as the address has them: `a.b.500.m.-.d.1042` adds a purchase of 500 at the market for the day
 * at step 1,042; `c.77.s.40.154830.-.d.1042` gives order 77 other terms, in paise; `r.77` takes it out. More than one
 * are joined by `~`. An address holds orders and no name.
 */

/** The most shares of one order, as the exchange takes them. */
export const MAX_SHARES = 100_000;
/** Changes of one day, at most: an address has to stay one. */
const MAX_CHANGES = 10;
const WHOLE = /^\d{1,15}$/;

export function writeChanges(changes: readonly WhatIf[]): string {
  return changes
    .map((change) => {
      if (change.kind === 'remove') return `r.${change.orderId}`;
      const { side, quantity, market, price, triggerPrice, validity, step } = change.order;
      const terms = [side[0], quantity, market ? 'm' : price, triggerPrice ?? '-', validity[0], step].join('.');
      return change.kind === 'add' ? `a.${terms}` : `c.${change.orderId}.${terms}`;
    })
    .join('~');
}

/** Undefined when the text is not a valid list of changes; then none of it is replayed. */
export function readChanges(text: string): readonly WhatIf[] | undefined {
  if (text === '') return [];
  const changes = text.split('~').map((part) => readChange(part.split('.')));
  if (changes.length > MAX_CHANGES || changes.includes(undefined)) return undefined;
  return changes as readonly WhatIf[];
}

function readChange([kind, ...rest]: readonly string[]): WhatIf | undefined {
  if (kind === 'a') {
    const order = readOrder(rest);
    return order && { kind: 'add', order };
  }
  const [id, ...terms] = rest;
  const orderId = readWhole(id);
  if (orderId === undefined) return undefined;
  if (kind === 'r') return terms.length === 0 ? { kind: 'remove', orderId } : undefined;
  const order = kind === 'c' ? readOrder(terms) : undefined;
  return order && { kind: 'change', orderId, order };
}

function readOrder(terms: readonly string[]): ImaginedOrder | undefined {
  if (terms.length !== 6) return undefined;
  const [side, quantity, price, trigger, validity, step] = terms;
  const [shares, at] = [readWhole(quantity), readWhole(step)];
  const market = price === 'm';
  const limit = market ? 0 : readWhole(price);
  const triggerPrice = trigger === '-' ? undefined : readWhole(trigger);
  if (shares === undefined || at === undefined || limit === undefined) return undefined;
  if ((side !== 'b' && side !== 's') || (validity !== 'd' && validity !== 'i')) return undefined;
  if (trigger !== '-' && triggerPrice === undefined) return undefined;
  return {
    step: at,
    side: side === 'b' ? 'buy' : 'sell',
    quantity: shares,
    market,
    price: limit,
    validity: validity === 'd' ? 'day' : 'ioc',
    ...(triggerPrice !== undefined && { triggerPrice }),
  };
}

/** The same order at another step. */
export const laterBy = (
  order: Omit<ImaginedOrder, 'step'> & { readonly id: string },
  step: number,
): Extract<WhatIf, { kind: 'change' }> => {
  const { id, side, quantity, market, price, triggerPrice, validity } = order;
  const trigger = triggerPrice === undefined ? {} : { triggerPrice };
  return { kind: 'change', orderId: Number(id), order: { step, side, quantity, market, price, validity, ...trigger } };
};

const readWhole = (text: string | undefined): number | undefined =>
  text !== undefined && WHOLE.test(text) ? Number(text) : undefined;

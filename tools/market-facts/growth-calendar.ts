import { addDays, rightsFactor, type Ratio } from '@khara/rules';
import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import {
  actionsFor,
  exValues,
  shareFactor,
  QUIET_DAYS,
  type ActionTerms,
} from '../../apps/server/src/modules/market/index.ts';
import type { ExCalendar } from './growth.ts';

const universe = readUniverse();
const issuers = universe.issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
const codes = new Set(universe.issuers.map(({ code }) => code));
const toNumber = ({ numerator, denominator }: Ratio): number => numerator / denominator;

/** What holders and indices make of an action, in shares of after; values in thousandths of a paisa. */
function valueAfter(
  terms: ActionTerms,
  before: number,
  value: number,
): { readonly counted: number; readonly held: number } {
  switch (terms.kind) {
    case 'dividend':
      return { counted: 1, held: before / value };
    case 'rights': {
      const price = terms.price * 1_000;
      const entitled = (terms.a / terms.b) * Math.max(0, value - price);
      return { counted: toNumber(rightsFactor({ ...terms, price }, before)), held: 1 + entitled / value };
    }
    // What those gain who sell to the company is no part of it.
    case 'buyback':
      return { counted: 1, held: 1 };
    case 'demerger':
      return { counted: before / value, held: before / value };
    default: {
      const part = toNumber(shareFactor(terms));
      return { counted: part, held: part };
    }
  }
}

/** What goes ex in a run, by the product's own calendar of corporate actions. */
export function exCalendar(run: bigint): ExCalendar {
  const seed = Buffer.from(`growth ${run}`);
  const last = new Map<string, string>();
  const made = new Set<string>();
  return ({ exDate, ...on }, state) => {
    const since = addDays(exDate, -QUIET_DAYS);
    const actions = actionsFor(
      { exDate, ...on },
      {
        seed,
        issuers,
        priceOf: (code) => Math.round(state.stocks[code]!.value / 1_000),
        isQuiet: (code) => (last.get(code) ?? '') >= since,
        isTaken: (code) => codes.has(code) || made.has(code),
      },
    );
    const { stocks } = exValues(state, actions);
    return actions.map(({ code, terms }) => {
      last.set(code, exDate);
      if (terms.kind === 'demerger') made.add(terms.into);
      const { value } = stocks[code]!;
      return { code, value, ...valueAfter(terms, state.stocks[code]!.value, value) };
    });
  };
}

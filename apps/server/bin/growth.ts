import { addDays, rightsFactor, type Ratio } from '@khara/rules';
import { isCompany } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { actionsFor, exValues, factorOf, QUIET_DAYS, type ActionTerms } from '#modules/market/index.ts';
import { readArguments, refuseArguments } from '../../../tools/command.ts';
import { printGrowth, type ExCalendar } from '../../../tools/market-facts/growth.ts';

const usage = 'npm run market-facts -- growth [--runs RUNS]';
const { values } = readArguments({
  usage,
  does: `What the market grows by in a year, over 100 seeded runs, with the product's own calendars of offers
and of corporate actions. Then whether openings and closes have a drift of their own.`,
  options: { runs: { type: 'string', default: '100' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 2) refuseArguments(usage, 'Runs are two or more');

const universe = readUniverse();
const issuers = universe.issuers.filter((issuer) => isCompany(issuer) && !issuer.suspended);
const codes = new Set(universe.issuers.map(({ code }) => code));
const partOf = ({ numerator, denominator }: Ratio): number => numerator / denominator;

/** What holders and indices make of an action, in shares of after; values in thousandths of a paisa. */
function exOf(terms: ActionTerms, before: number, value: number): { readonly counted: number; readonly held: number } {
  switch (terms.kind) {
    case 'dividend':
      return { counted: 1, held: before / value };
    case 'rights': {
      const price = terms.price * 1_000;
      const entitled = (terms.a / terms.b) * Math.max(0, value - price);
      return { counted: partOf(rightsFactor({ ...terms, price }, before)), held: 1 + entitled / value };
    }
    // What those gain who sell to the company is no part of it.
    case 'buyback':
      return { counted: 1, held: 1 };
    case 'demerger':
      return { counted: before / value, held: before / value };
    default: {
      const part = partOf(factorOf(terms));
      return { counted: part, held: part };
    }
  }
}

function calendarOf(run: bigint): ExCalendar {
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
      return { code, value, ...exOf(terms, state.stocks[code]!.value, value) };
    });
  };
}

printGrowth(universe, runs, calendarOf);

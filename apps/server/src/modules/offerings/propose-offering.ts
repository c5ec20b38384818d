import { paise, priceText } from '@khara/money';
import { plannedFromProposal, SECTORS, type Fault, type PlannedOffering, type Proposal } from '@khara/offerings';
import { nextRegularDay, type Day } from '@khara/rules';
import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import { assetIn, listCompanies, readFirstDay, insertPlanned, takenCodes } from './plan-offerings.ts';
import * as store from './offering-store.ts';

/** Market days that people may plan ahead; what opens is known by then. */
const MAX_DAYS_AHEAD = 30;

/**
 * The terms of an offering as the back office sends and keeps them: prices in rupees as text, the rest as
 * `Proposal` has it.
 */
export type OfferingTerms = Omit<Proposal, 'issue'> & {
  readonly opensOn: Day;
  readonly issue?:
    | {
        readonly names: Readonly<Record<Language, string>>;
        readonly sector: string;
        readonly board: 'main' | 'sme';
        readonly story: string;
        readonly floor: string;
        readonly cap: string;
      }
    | undefined;
};

type ProposalDeps = Pick<Deps, 'market' | 'offerings'>;
type ProposalResult = Result<
  { readonly planned: PlannedOffering; readonly index: number },
  'invalid_input' | 'unknown_code' | 'already_there'
>;

/**
 * Days on which a new offering may open, the next first. The day that runs is none of them: two people need a
 * while, and investors should see it come.
 */
function openingDays(market: Deps['market']): readonly Day[] {
  const days: Day[] = [];
  for (let day = nextRegularDay(market.now().marketDate); days.length < MAX_DAYS_AHEAD; day = nextRegularDay(day))
    days.push(day);
  return days;
}

/** Companies whose shares may be offered. */
const offering = (market: Deps['market']) => listCompanies(market).filter(({ mayOffer }) => mayOffer);

/** What an offering can be made from. */
export const offeringChoices = (market: Deps['market']) => ({
  days: [...openingDays(market)],
  companies: offering(market).map(({ code, names, lastPrice }) => ({
    code,
    name: names.en,
    lastPrice: priceText(lastPrice),
  })),
  sectors: [...SECTORS],
});

/**
 * What these terms would be as an offering, by the rules of the calendar. Refuses, in this order:
 * invalid_input (the day, then the first rule that is broken, as `rule`), unknown_code (no listed company),
 * already_there (the offering, or the code of an issue).
 */
export async function proposeOffering(
  db: Queryable,
  { market, offerings }: ProposalDeps,
  terms: OfferingTerms,
): Promise<ProposalResult> {
  const place = openingDays(market).indexOf(terms.opensOn);
  if (place < 0) return broken({ field: 'opensOn', rule: 'market_day_to_come' });
  const company = offering(market).find(({ code }) => code === terms.code);
  if (terms.kind !== 'ipo' && !company) return refuse('unknown_code', { field: 'offering.code' });
  const index = daysBetween(await readFirstDay(db, market), terms.opensOn);
  const made = plannedFromProposal(read(terms), { day: terms.opensOn, index, company });
  if ('fault' in made) return broken(made.fault);
  const { planned } = made;
  const isTaken = terms.kind === 'ipo' && !(await takenCodes(db, { market, offerings })).isFree(terms.code);
  if (isTaken || (await store.offeringById(db, planned.id))) return refuse('already_there', { field: 'offering.code' });
  return done({ planned, index });
}

const broken = ({
  field,
  rule,
}: {
  readonly field: string;
  readonly rule: Fault['rule'] | 'market_day_to_come';
}): Refused<'invalid_input'> => refuse('invalid_input', { field: `offering.${field}`, details: { rule } });

/** A price that cannot be read becomes zero, which the rules refuse. */
const toPaise = (text: string): number => Number(paise(text) ?? 0n);

const read = ({ opensOn: _opensOn, issue, ...terms }: OfferingTerms): Proposal => ({
  ...terms,
  issue: issue && {
    names: issue.names,
    sector: issue.sector,
    board: issue.board,
    story: issue.story,
    floorPrice: toPaise(issue.floor),
    capPrice: toPaise(issue.cap),
  },
});

function daysBetween(from: Day, to: Day): number {
  let days = 0;
  for (let day = from; day < to; day = nextRegularDay(day)) days += 1;
  return days;
}

/**
 * Puts an offering that two people agreed to into the calendar, in the caller's transaction. Its terms are
 * judged again: the market has gone on meanwhile. Refuses as `proposeOffering`.
 */
export async function createOffering(
  tx: Tx,
  { market, offerings }: ProposalDeps,
  terms: OfferingTerms,
): Promise<ProposalResult> {
  const proposed = await proposeOffering(tx, { market, offerings }, terms);
  if (proposed.refused !== undefined) return proposed;
  const { planned, index } = proposed.value;
  const isNew = await insertPlanned(tx, planned, index, assetIn(market));
  return isNew ? proposed : refuse('already_there', { field: 'offering.code' });
}

import { playRound, STYLES, type Round, type Style } from '../../apps/server/test/support/simulation/collusion.ts';
import { deviation, mean } from './statistics.ts';

const PLAYS: Readonly<Record<Style, string>> = {
  random: 'by chance',
  sweep: 'sold at one limit, bought back at the other',
  auction: 'large orders in call auctions',
  ladder: 'stops that trigger each other',
  circuit: 'pushed to a circuit before the square-off',
  overnight: 'held over one night or two',
  ex_date: 'the same, with an ex-date each night',
  close_out: 'held in the hope of a close-out',
  left_over: 'left open over an ex-date',
};

const sumRounds = (own: readonly Round[], of: (one: Round) => bigint | number): number =>
  own.reduce((total, one) => total + Number(of(one)), 0);
const crore = (sum: number): string => (sum / 1_00_00_000_00).toFixed(2);
/** What others lost to them, in basis points of what they put in. */
function averageGain(own: readonly Round[]): { readonly average: number; readonly error: number } {
  const each = own.map(({ fromOthers, putIn }) => (Number(fromOthers) * 10_000) / Number(putIn));
  return { average: mean(each), error: deviation(each) / Math.sqrt(Math.max(1, each.length - 1)) };
}

/**
 * Two or three accounts of one person play a market day of a share, or up to three, against the product's own exchange,
 * order checks, margins, settlement and square-off. Prints what they put in, what they have, and what others lost to
 * them. Answers false when a round had more than that, when an open position had lost more than its account has, or
 * when a play pays.
 */
export function printCollusion(rounds: number): boolean {
  const played: Round[] = [];
  for (let seed = 0; seed < rounds; seed += 1) played.push(playRound(seed));
  const minted = played.filter((one) => one.absorbedBeyondCharges > 0n || one.have > one.putIn + one.fromOthers);
  const uncovered = played.filter((one) => one.uncovered > 0n);
  const pays: Style[] = [];
  console.log(
    '| play | rounds | trades | put in | have | from others | charges | borne by the platform, Rs | from others, bps |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const style of STYLES) {
    const own = played.filter((one) => one.style === style);
    if (own.length === 0) continue;
    const trades = sumRounds(own, (one) => one.trades).toLocaleString('en-IN');
    const money = [(one: Round) => one.putIn, (one: Round) => one.have, (one: Round) => one.fromOthers];
    const columns = [...money, (one: Round) => one.charges].map((of) => crore(sumRounds(own, of)));
    const absorbed = (sumRounds(own, (one) => one.absorbed) / 100).toFixed(2);
    const { average, error } = averageGain(own);
    if (average > 2 * error) pays.push(style);
    const gain = `${average.toFixed(1)} ± ${error.toFixed(1)}`;
    const line = [PLAYS[style], own.length.toLocaleString('en-IN'), trades, ...columns, absorbed, gain];
    console.log(`| ${line.join(' | ')} |`);
  }
  for (const one of minted) console.log(`MINTED: ${one.style} in ${one.code}, ${one.absorbedBeyondCharges} paise`);
  for (const one of uncovered) console.log(`UNCOVERED: ${one.style} in ${one.code}, ${one.uncovered} paise`);
  for (const style of pays) console.log(`PAYS: ${PLAYS[style]}`);
  const carried = played.filter((one) => one.carried > 0).length;
  console.log(
    `${played.length} rounds in ${new Set(played.map(({ code }) => code)).size} shares, ` +
      `${played.filter(({ accounts }) => accounts === 3).length} of three accounts, ${carried} over nights, ` +
      `${sumRounds(played, (one) => one.undelivered)} purchases not delivered, ${sumRounds(played, (one) => one.leftOver)} positions over ex-dates; ${minted.length} had more`,
  );
  return minted.length + uncovered.length + pays.length === 0;
}

import { playRound, STYLES, type Round, type Style } from '#test/simulation/collusion.ts';
import { readArguments, refuseArguments } from '../../../tools/command.ts';
import { deviation, mean } from '../../../tools/market-facts/statistics.ts';

const usage = 'npm run market-facts -- collusion [--rounds ROUNDS]';
const { values } = readArguments({
  usage,
  does: `Two or three accounts of one person play a market day of a share, or up to three, against the product's
own exchange, order checks, margins, settlement and square-off: 10,000 rounds by default, over all shares.
Prints what they put in, what they have, and what others lost to them. Exit code 1 when a round had more
than that, or when a play pays.`,
  options: { rounds: { type: 'string', default: '10000' }, from: { type: 'string', default: '0' } },
});
const [rounds, from] = [Number(values.rounds), Number(values.from)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(from))
  refuseArguments(usage, '--rounds takes a whole number from 1 on');

const PLAYS: Readonly<Record<Style, string>> = {
  random: 'by chance',
  sweep: 'sold at one limit, bought back at the other',
  auction: 'large orders in call auctions',
  ladder: 'stops that trigger each other',
  circuit: 'pushed to a circuit before the square-off',
  overnight: 'held over one night or two',
  ex_date: 'the same, with an ex-date each night',
};

const played: Round[] = [];
for (let seed = from; seed < from + rounds; seed += 1) played.push(playRound(seed));
const minted = played.filter((one) => one.absorbedBeyondCharges > 0n || one.have > one.putIn + one.fromOthers);

const sumOf = (own: readonly Round[], of: (one: Round) => bigint | number): number =>
  own.reduce((total, one) => total + Number(of(one)), 0);
const crore = (sum: number): string => (sum / 1_00_00_000_00).toFixed(2);
/** What others lost to them, in basis points of what they put in. */
function gainOf(own: readonly Round[]): { readonly average: number; readonly error: number } {
  const each = own.map(({ fromOthers, putIn }) => (Number(fromOthers) * 10_000) / Number(putIn));
  return { average: mean(each), error: deviation(each) / Math.sqrt(Math.max(1, each.length - 1)) };
}

const pays: Style[] = [];
console.log(
  '| play | rounds | trades | put in | have | from others | charges | borne by the platform, Rs | from others, bps |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const style of STYLES) {
  const own = played.filter((one) => one.style === style);
  if (own.length === 0) continue;
  const trades = sumOf(own, (one) => one.trades).toLocaleString('en-IN');
  const money = [(one: Round) => one.putIn, (one: Round) => one.have, (one: Round) => one.fromOthers];
  const columns = [...money, (one: Round) => one.charges].map((of) => crore(sumOf(own, of)));
  const absorbed = (sumOf(own, (one) => one.absorbed) / 100).toFixed(2);
  const { average, error } = gainOf(own);
  if (average > 2 * error) pays.push(style);
  const gain = `${average.toFixed(1)} ± ${error.toFixed(1)}`;
  const line = [PLAYS[style], own.length.toLocaleString('en-IN'), trades, ...columns, absorbed, gain];
  console.log(`| ${line.join(' | ')} |`);
}
for (const one of minted) console.log(`MINTED: ${one.style} in ${one.code}, ${one.absorbedBeyondCharges} paise`);
for (const style of pays) console.log(`PAYS: ${PLAYS[style]}`);
const carried = played.filter((one) => one.carried > 0).length;
console.log(
  `${played.length} rounds in ${new Set(played.map(({ code }) => code)).size} shares, ` +
    `${played.filter(({ accounts }) => accounts === 3).length} of three accounts, ${carried} over nights, ` +
    `${sumOf(played, (one) => one.undelivered)} purchases not delivered; ${minted.length} had more`,
);
if (minted.length + pays.length > 0) process.exit(1);

import { playRound, STYLES, type Round } from '#test/simulation/collusion.ts';
import { readArguments, refuseArguments } from '../../../tools/command.ts';

const usage = 'npm run market-facts -- collusion [--rounds ROUNDS]';
const { values } = readArguments({
  usage,
  does: `Two or three accounts of one person play a market day of a share against the product's own exchange,
order checks, margins, settlement and square-off: 10,000 rounds by default, over all shares. Prints what
they put in, what they have, and what others lost to them. Exit code 1 when a round had more.`,
  options: { rounds: { type: 'string', default: '10000' }, from: { type: 'string', default: '0' } },
});
const [rounds, from] = [Number(values.rounds), Number(values.from)];
if (!Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(from))
  refuseArguments(usage, '--rounds takes a whole number from 1 on');

const crore = (paise: bigint): string => (Number(paise) / 1_00_00_000_00).toFixed(2);
const played: Round[] = [];
for (let seed = from; seed < from + rounds; seed += 1) played.push(playRound(seed));
const minted = played.filter((one) => one.absorbedBeyondCharges > 0n || one.have > one.putIn + one.fromOthers);

console.log('| rounds | trades | put in, crore | have | from others | charges | borne by the platform, Rs |');
console.log('|---|---|---|---|---|---|---|');
for (const style of STYLES) {
  const own = played.filter((one) => one.style === style);
  const sum = (of: (one: Round) => bigint): bigint => own.reduce((total, one) => total + of(one), 0n);
  const trades = own.reduce((total, one) => total + one.trades, 0).toLocaleString('en-IN');
  const money = [
    sum((one) => one.putIn),
    sum((one) => one.have),
    sum((one) => one.fromOthers),
    sum((one) => one.charges),
  ];
  const absorbed = (Number(sum((one) => one.absorbed)) / 100).toFixed(2);
  console.log(`| ${style} (${own.length}) | ${trades} | ${money.map(crore).join(' | ')} | ${absorbed} |`);
}
for (const one of minted) console.log(`MINTED: ${one.style} in ${one.code}, ${one.absorbedBeyondCharges} paise`);
console.log(
  `${played.length} rounds in ${new Set(played.map(({ code }) => code)).size} shares, ${minted.length} had more`,
);
if (minted.length > 0) process.exit(1);

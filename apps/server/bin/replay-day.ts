import { createHash } from 'node:crypto';
import { replayDay, SAID } from '@khara/market-day';
import { readFileSync, writeFileSync } from 'node:fs';
import { errorMessage, readArguments } from './lib/command.ts';

const { positionals } = readArguments({
  usage: 'npm run replay-day -- FILE [TRADES.csv]',
  does: `Plays a market day again. FILE is the answer of market/orderLog. Says whether the exchange makes
the very same trades of the same orders, and gives the hashes that the two market.session records
of the log must have. Writes the trades to TRADES.csv. Exit code 1 when something is different.`,
  takes: { least: 1, most: 2 },
});

/** The day of a file. Ends the process where it cannot be read or played. */
function played(file: string): ReturnType<typeof replayDay> {
  try {
    return replayDay(readFileSync(file, 'utf8').split('\n'));
  } catch (error) {
    console.error(`${file} cannot be read: ${errorMessage(error)}`);
    process.exit(1);
  }
}

function main([file, tradesFile]: readonly string[]): number {
  const { head, commandCount, said, found, trades, isNewsOfSeed, suspensions, offers, unreached, papers, isSame } =
    played(file!);
  console.log(
    `Market day ${head.marketDate} (number ${head.marketDay}): ${commandCount} orders, changes, cancels and pieces of news`,
  );
  for (const name of SAID) {
    const verdict = found[name] === said[name] ? 'same ' : 'OTHER';
    console.log(
      `${verdict} ${name.padEnd(10)} ${found[name]}${verdict === 'same ' ? '' : `, the log says ${said[name]}`}`,
    );
  }
  console.log(`      seedHash   ${found.seedHash}`);
  console.log(`      universe   ${found.universe}`);
  console.log('Both must be in the record of the opening, which was in the signed log before the day began.');
  console.log(`${isNewsOfSeed ? 'same ' : 'OTHER'} news: ${isNewsOfSeed ? 'what' : 'NOT what'} the seed gives.`);
  for (const { code, requestId, step } of suspensions)
    console.log(
      `      ${code} was suspended at step ${step}: see ops.action of request:${requestId} in the signed log.`,
    );
  for (const { code, offeringId, about, bps, step } of offers)
    console.log(
      `      ${code} was pulled by ${bps} basis points at step ${step} (${about}): see offering.open of ${offeringId} in the signed log.`,
    );
  for (const { triggerId, code, step } of unreached)
    console.log(`OTHER trigger ${triggerId} fired at step ${step}, and ${code} had not been at its price.`);
  for (const [paper, { csv, rows: count }] of Object.entries(papers))
    console.log(`      ${paper.padEnd(10)} ${createHash('sha256').update(csv).digest('hex')}, ${count} lines`);
  console.log('These are the SHA-256 of three of the papers that market/dayPapers has of the day.');
  if (tradesFile !== undefined) {
    const rows = trades.map((trade) => {
      const { tradeNo, step, share, price, quantity } = trade;
      return [tradeNo, step, head.issuers[share]!.code, price, quantity].join(',');
    });
    writeFileSync(tradesFile, ['trade,step,code,price_paise,quantity', ...rows, ''].join('\n'));
  }
  console.log(isSame ? 'The same trades, byte for byte.' : 'This is NOT what the day was.');
  return isSame && isNewsOfSeed && unreached.length === 0 ? 0 : 1;
}

process.exitCode = main(positionals);

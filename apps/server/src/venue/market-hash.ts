import { createHash } from 'node:crypto';
import type { TradingDay } from '@khara/market-day';

/** Steps between two hashes that are compared: ten seconds. */
export const CHECK_EVERY = 40;
/** Levels of each book that are compared. */
const LEVELS = 5;

/**
 * Hash over what readers see of a day: quotes, depth and the running minute of each share, levels of the indices, and
 * the chains of commands and trades. When something traded is left out: real time is not the market's.
 */
export function marketHash(day: TradingDay): string {
  const { market, tape, minute, hashes } = day;
  const hash = createHash('sha256').update(`${day.step} ${hashes.commands} ${hashes.trades}\n`);
  for (let share = 0; share < tape.shares; share += 1) {
    const { last, open, high, low, volume, valuePaise } = market.quote(share);
    const { lower, upper } = market.band(share);
    const { bids, asks, totalBid, totalAsk } = market.depth(share, LEVELS);
    const levels = [bids, asks].map((side) =>
      side.map(({ price, quantity, orders }) => `${price}x${quantity}/${orders}`),
    );
    hash.update(
      `${share} ${last} ${open} ${high} ${low} ${volume} ${valuePaise} ${lower} ${upper} ${totalBid} ${totalAsk} ${levels.join('|')}\n`,
    );
    hash.update(lastMinute(day, share, minute));
  }
  for (let index = tape.shares; index < tape.shares + day.universe.indices.length; index += 1)
    hash.update(`${index} ${tape.lastPrice(index)} ${tape.volume(index)}\n`);
  return hash.digest('base64url');
}

function lastMinute({ tape }: TradingDay, share: number, minute: number): string {
  const { first, candles } = tape.minutes(share, minute) ?? {};
  const at = (candles?.length ?? 0) - 1;
  if (first === undefined || !candles || at < 0) return '\n';
  return `${first + at} ${candles.open[at]} ${candles.high[at]} ${candles.low[at]} ${candles.close[at]} ${candles.volume[at]}\n`;
}

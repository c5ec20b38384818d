import { useMarketClock } from '#api/market-clock.ts';

/**
 * Market times of day, "15:12", at which the system squares off intraday positions today; undefined until the
 * server has said.
 */
type SquareOff = { readonly auctioned: string; readonly others: string };

export function useSquareOff(): SquareOff | undefined {
  const times = useMarketClock(({ market }) => market?.squareOff);
  return times && { auctioned: times.auctioned.slice(0, 5), others: times.others.slice(0, 5) };
}

/** "15:12" in milliseconds since midnight in India. */
export function timeOfDayMs(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const FORMAT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const EXACT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

/** Real time, as this machine shows it, to the minute. */
export const showTime = (at: number): string => FORMAT.format(at);
/** The same to the second, where the order of things matters. */
export const showInstant = (at: number): string => EXACT.format(at);

/** "in 3 h 20 min", "2 min ago". */
export function fromNow(at: number, now = Date.now()): string {
  const minutes = Math.round(Math.abs(at - now) / 60_000);
  const words =
    minutes < 60
      ? `${minutes} min`
      : minutes < 2_880
        ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
        : `${Math.floor(minutes / 1_440)} days`;
  return at > now ? `in ${words}` : `${words} ago`;
}

import { useNow } from '#features/money/use-now.ts';
import { showCountdown } from '#ui/time.ts';
import css from './offerings.module.css';

/** Real time left until an instant: "4:12". */
export function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(1000);
  return <time className={css.left}>{showCountdown(until - now)}</time>;
}

/** Whether an instant has passed, told again as it does. */
export const useIsPast = (at: number | null): boolean => {
  const now = useNow(1000);
  return at !== null && now >= at;
};

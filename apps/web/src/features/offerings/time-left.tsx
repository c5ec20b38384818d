import { useNow } from '#features/money/use-now.ts';
import { Countdown } from '#ui/countdown.tsx';
import css from './offerings.module.css';

/** Real time left until an instant: "4:12", said aloud near its end. */
export function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(1000);
  return <Countdown left={until - now} className={css.left} />;
}

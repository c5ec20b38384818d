import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import css from './states.module.css';

/** Between two checks whether the end of a list is in sight (docs/sources.md W1). */
const CHECK_AGAIN_MS = 350;

/** The end of a list: asks for more while it is in sight, and says when there is no more. */
export function ListEnd({
  hasMore,
  loading,
  onMore,
}: {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}) {
  const { t } = useTranslation();
  const end = useRef<HTMLParagraphElement>(null);
  const [inSight, setInSight] = useState(false);
  useEffect(() => {
    if (!end.current) return undefined;
    const seen = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '400px',
    });
    seen.observe(end.current);
    return () => seen.disconnect();
  }, []);

  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (inSight) more.current();
  }, [inSight]);
  // What came did not fill the screen, or nothing came: the end is where it was, and it is asked again.
  useEffect(() => {
    if (!inSight || !hasMore || loading) return undefined;
    const again = setInterval(() => more.current(), CHECK_AGAIN_MS);
    return () => clearInterval(again);
  }, [inSight, hasMore, loading]);

  return (
    <p ref={end} className={css.end} role={hasMore ? 'status' : undefined}>
      {t(hasMore ? 'loading' : 'noMore')}
    </p>
  );
}

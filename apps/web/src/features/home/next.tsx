import { Suspense } from 'react';
import { useSession } from '#api/session.ts';
import { optional } from '#i18n/optional.ts';
import { NEXT_WAITS, readStored } from '#lib/storage.ts';
import css from './next.module.css';

const NextRow = optional(() => import('./next-row.tsx'), ['start', 'newStocks']);

/** The one thing that waits for a member, if there is one. Needs the namespace `home`. */
export function Next() {
  const id = useSession(({ token, userInfo }) => (token === '' ? undefined : userInfo?.id));
  if (id === undefined) return null;
  const place = readStored(NEXT_WAITS) === id && <div className={css.place} />;
  return (
    <Suspense fallback={place}>
      <NextRow place={place} />
    </Suspense>
  );
}

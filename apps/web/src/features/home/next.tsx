import { useSession } from '#api/session.ts';
import { optional } from '#i18n/optional.tsx';
import { NEXT_WAITS, readStored } from '#lib/storage.ts';
import css from './next.module.css';

const NextRow = optional(() => import('./next-row.tsx'), ['start', 'newStocks']);

/** Px that stood there for this member when home was last shown; undefined of one who has not seen it. */
function keptHeight(id: string): number | undefined {
  const [of, height] = readStored(NEXT_WAITS)?.split(' ') ?? [];
  return of === id ? Number(height) : undefined;
}

/** The one thing that waits for a member, if there is one. Needs the namespace `home`. */
export function Next() {
  const user = useSession(({ token, userInfo }) => (token === '' ? undefined : userInfo));
  if (user === undefined) return null;
  const height = keptHeight(user.id);
  // A practice account begins with its first mission.
  const isFirst = height === undefined && user.deviceOnly === true;
  const place = (isFirst || (height !== undefined && height > 0)) && (
    <div className={isFirst ? css.first : css.place} style={{ height }} />
  );
  return <NextRow place={place} wait={place} />;
}

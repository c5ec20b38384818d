import { lazy, memo, Suspense, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import css from './doors.module.css';

const DOORS = [
  { key: 'learn', icon: 'book', to: '/pages/learn/index' },
  { key: 'lab', icon: 'clock', to: '/pages/lab/day' },
  { key: 'lesson', icon: 'phone', to: '/pages/lesson/index' },
] as const;

/** Where its code cannot come, what stood there stays. */
const Line = lazy(() =>
  import('./door-line.tsx').catch(() => ({ default: ({ wait }: { readonly wait: ReactNode }) => wait })),
);

/**
 * What only this market has: rows with a sentence for a guest, who reads, tiles with a figure for a member. Figures
 * come later, into a line that is there from the start. Needs `home`.
 */
export const Doors = memo(function Doors({ tiles }: { readonly tiles: boolean }) {
  const { t } = useTranslation(['home', 'nav']);
  return (
    <nav className={cx(css.doors, tiles && css.tiles)} aria-label={t('doors')}>
      {DOORS.map(({ key, icon, to }) => {
        const wait = tiles ? '\u00a0' : t(`${key}Text`);
        return (
          <a key={key} href={href(to)}>
            <i className={css[key]}>
              <Icon name={icon} size={20} />
            </i>
            <span>
              {t(`nav:${key}`)}
              <small>
                <Suspense fallback={wait}>
                  <Line of={key} wait={wait} />
                </Suspense>
              </small>
            </span>
            {!tiles && <Icon name="go" size={20} />}
          </a>
        );
      })}
    </nav>
  );
});

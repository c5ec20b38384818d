import { memo } from 'react';
import { optional } from '#i18n/optional.tsx';
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

const DoorLine = optional(() => import('./door-line.tsx'));

/**
 * What only this market has: rows with a sentence for a guest, who reads, tiles with a figure for a member. Figures
 * come later, into a line that is there from the start. Needs `home`.
 */
export const Doors = memo(function Doors({ tiles }: { readonly tiles: boolean }) {
  const { t } = useTranslation(['home', 'nav']);
  return (
    <nav className={cx(css.doors, tiles && css.tiles)} aria-label={t('doors')}>
      {DOORS.map(({ key, icon, to }) => {
        // A tile's line is there before its figure; that of the lesson says how long it is until it was seen.
        const plain = tiles ? (key === 'lesson' ? t('lessonShort') : '\u00a0') : t(`${key}Text`);
        return (
          <a key={key} href={href(to)}>
            <i className={css[key]}>
              <Icon name={icon} size={20} />
            </i>
            <span>
              {t(`nav:${key}`)}
              <small>
                <DoorLine of={key} plain={plain} wait={plain} />
              </small>
            </span>
            {!tiles && <Icon name="go" size={20} />}
          </a>
        );
      })}
    </nav>
  );
});

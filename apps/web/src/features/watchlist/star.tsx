import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { IconButton } from '#ui/button.tsx';
import css from './star.module.css';
import { toggleWatch } from './toggle-watch.ts';

type Props = { readonly code: string; readonly collected: boolean };

/**
 * The star of a stock: full when it is on the watchlist. It answers at once, and goes back if the server does
 * not agree. Needs the namespace `market`.
 */
export function Star({ code, collected }: Props) {
  const { t } = useTranslation('market');
  const [asked, setAsked] = useState<{ readonly code: string; readonly from: boolean } | undefined>(undefined);
  const turned = asked?.code === code && asked.from === collected;
  const on = turned ? !collected : collected;
  return (
    <IconButton
      icon="star"
      label={on ? t('unwatch') : t('watch')}
      aria-pressed={on}
      className={on ? css.on : undefined}
      onClick={() => {
        setAsked({ code, from: collected });
        void toggleWatch(code).then((now) => now === undefined && setAsked(undefined));
      }}
    />
  );
}

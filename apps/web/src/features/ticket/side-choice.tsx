import { flushSync } from 'react-dom';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import css from './side-choice.module.css';
import type { Side } from './use-ticket.ts';

/** Buy or sell; where an order was placed or stopped neither, and choosing begins the next. Needs `ticket`. */
export function SideChoice({ side, onSide }: { readonly side?: Side; readonly onSide: (side: Side) => void }) {
  const { t } = useTranslation('ticket');
  return (
    <Segmented<Side | ''>
      className={css.sides}
      label={t('side')}
      tone="side"
      value={side ?? ''}
      // At once: the next key may be a figure of the quantity.
      onChange={(next) => next !== '' && flushSync(() => onSide(next))}
      options={[
        { value: 'buy', label: t('buy'), shortcut: 'B' },
        { value: 'sell', label: t('sell'), shortcut: 'S' },
      ]}
    />
  );
}

import { useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { OpeningLine } from '#ui/opening-line.tsx';
import css from './ticket-form.module.css';
import type { MoreProps } from './more-sheet.tsx';
import { lazySheet } from '#ui/lazy-part.tsx';

// Comes with the first order that needs it.
const MoreSheet = lazySheet(() => import('./more-sheet.tsx'));

/**
 * How long the order stays and how much of it the book shows: one line that opens to both, since most orders
 * never need them.
 */
export function TicketMore({ ticket, phase, errorOf }: MoreProps) {
  const { t } = useTranslation(['ticket', 'orders']);
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const { validity, disclosed } = ticket;
  const error = errorOf('validity') ?? errorOf('disclosed');
  const show = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <OpeningLine onPress={show}>
        <Trans
          text={t('validity', {
            validity: validity === 'minutes' ? t('minutes', { n: ticket.minutes }) : t(`orders:validity.${validity}`),
            shown: disclosed === '' ? t('shownAll') : disclosed,
          })}
          components={{ 1: <b />, 2: <b /> }}
        />
      </OpeningLine>
      {error !== undefined && (
        <p className={cx(css.hint, css.error, css.moreError)} role="alert">
          {error}
        </p>
      )}
      {opened && (
        <MoreSheet ticket={ticket} phase={phase} errorOf={errorOf} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

import { useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Stepper } from '#ui/stepper.tsx';
import { Icon } from '#ui/icons.tsx';
import { showCount } from '#lib/number.ts';
import { Sheet } from '#ui/sheet.tsx';
import { leastDisclosed } from './terms.ts';
import css from './ticket-form.module.css';
import type { Ticket, Validity } from './use-ticket.ts';
import { refusalInPhase, type SharePhase, type TicketField } from './phase-rules.ts';

type Props = {
  readonly ticket: Ticket;
  readonly phase: SharePhase;
  readonly errorOf: (field: TicketField) => string | undefined;
};

/**
 * How long the order stays and how much of it the book shows: one line that opens to both, since most orders
 * never need them.
 */
export function TicketMore({ ticket, phase, errorOf }: Props) {
  const { t } = useTranslation(['ticket', 'orders', 'refusals', 'common']);
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const { validity, disclosed, type, lots } = ticket;
  const error = errorOf('validity') ?? errorOf('disclosed');
  const whyNot = (shape: { readonly validity: Validity; readonly hides?: boolean }): string | undefined => {
    const why = refusalInPhase({ type, ...shape }, phase);
    return why && t(`refusals:${why}`);
  };
  const noIoc = whyNot({ validity: 'ioc' });
  const noHiding = whyNot({ validity: 'day', hides: true });
  const least = leastDisclosed(lots);
  const choices = [
    ['day', t('orders:validity.day'), t('dayText'), undefined],
    ['ioc', t('orders:validity.ioc'), t('iocText'), noIoc],
  ] as const;

  return (
    <>
      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>
          <Trans
            text={t('validity', {
              validity: t(`orders:validity.${validity}`),
              shown: disclosed === '' ? t('shownAll') : disclosed,
            })}
            components={{ 1: <b />, 2: <b /> }}
          />
        </span>
        <Icon name="go" size={18} />
      </button>
      {error !== undefined && (
        <p className={cx(css.hint, css.error, css.moreError)} role="alert">
          {error}
        </p>
      )}
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('moreTitle')}
        dock={<Button onClick={() => setOpen(false)}>{t('common:done')}</Button>}
      >
        <div role="radiogroup" aria-label={t('validityTitle')} className={css.choices}>
          {choices.map(([each, title, text, why]) => (
            <label key={each} className={cx(css.choice, each === validity && css.chosen, why !== undefined && css.off)}>
              <input
                type="radio"
                name="validity"
                checked={each === validity}
                disabled={why !== undefined}
                onChange={() => ticket.setValidity(each)}
              />
              <span>
                <b>{title}</b>
                <small>{why ?? text}</small>
              </span>
              {each === validity && <Icon name="check" size={20} />}
            </label>
          ))}
        </div>
        <div className={css.disclosed}>
          <Stepper
            label={t('disclosed')}
            value={disclosed}
            onChange={ticket.setDisclosed}
            onStep={(direction) =>
              disclosed === '' && least !== undefined
                ? ticket.setDisclosed(showCount(least, language))
                : ticket.stepDisclosed(direction)
            }
            lessLabel={t('quantityLess')}
            moreLabel={t('quantityMore')}
            hint={
              noHiding ??
              (least === undefined
                ? t('disclosedTooSmall')
                : t('disclosedHint', { least: showCount(least, language), below: showCount(lots, language) }))
            }
            error={errorOf('disclosed')}
          />
          {disclosed !== '' && (
            <button type="button" className={css.clear} onClick={() => ticket.setDisclosed('')}>
              {t('showAll')}
            </button>
          )}
          <p className={css.hint}>{t('disclosedText')}</p>
        </div>
      </Sheet>
    </>
  );
}

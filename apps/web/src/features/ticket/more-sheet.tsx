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
import { refusalInPhase, type SharePhase, type TicketField } from './phase-rules.ts';
import type { Ticket } from './use-ticket.ts';

export type MoreProps = {
  readonly ticket: Ticket;
  readonly phase: SharePhase;
  readonly errorOf: (field: TicketField) => string | undefined;
};
type Props = MoreProps & { readonly open: boolean; readonly onClose: () => void };

/** How long an order stays, and how much of it the book shows. Needs `ticket`, `orders`, `refusals` and `common`. */
export default function MoreSheet({ ticket, phase, errorOf, open, onClose }: Props) {
  const { t } = useTranslation(['ticket', 'orders', 'refusals', 'common']);
  const language = useLanguage();
  const { validity, disclosed, type, lots } = ticket;
  const whyNot = (shape: { readonly validity: 'day' | 'ioc'; readonly hides?: boolean }): string | undefined => {
    const why = refusalInPhase({ type, ...shape }, phase);
    return why && t(`refusals:${why}`);
  };
  const noIoc = whyNot({ validity: 'ioc' });
  const noHiding = whyNot({ validity: 'day', hides: true });
  const least = leastDisclosed(lots);
  const choices = [
    ['day', t('orders:validity.day'), t('dayText'), undefined],
    ['ioc', t('orders:validity.ioc'), t('iocText'), noIoc],
    ['minutes', t('minutesTitle'), t('minutesText'), undefined],
  ] as const;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('moreTitle')}
      dock={<Button onClick={onClose}>{t('common:done')}</Button>}
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
      {validity === 'minutes' && (
        <div className={css.disclosed}>
          <Stepper
            label={t('minutesLabel')}
            value={ticket.minutes}
            onChange={ticket.setMinutes}
            onStep={ticket.stepMinutes}
            lessLabel={t('quantityLess')}
            moreLabel={t('quantityMore')}
            hint={t('minutesHint')}
            error={errorOf('validity')}
          />
        </div>
      )}
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
  );
}

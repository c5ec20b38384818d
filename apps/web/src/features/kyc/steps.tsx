import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import css from './kyc.module.css';

const STEPS = ['stepDetails', 'stepPhotos', 'stepReview'] as const;

/** How many of the three steps are done. */
export function Steps({ done }: { readonly done: number }) {
  const { t } = useTranslation('kyc');
  return (
    <ol className={css.steps}>
      {STEPS.map((step, at) => (
        <li key={step} className={cx(at < done && css.done)} aria-current={at === done ? 'step' : undefined}>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}

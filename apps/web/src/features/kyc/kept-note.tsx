import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { Card } from '#ui/card.tsx';
import css from './kyc.module.css';

const KEPT = ['keptName', 'keptNumber', 'keptPhotos', 'keptViews'] as const;

/** What is kept of an identity check, and how long. */
export function KeptNote() {
  const { t } = useTranslation('kyc');
  return (
    <Card>
      <h2 className={css.keptTitle}>{t('kept')}</h2>
      <ul className={css.kept}>
        {KEPT.map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
      <a className={css.keptLink} href={href('/pages/personal/privacy/index')}>
        {t('whoLooked')}
      </a>
    </Card>
  );
}

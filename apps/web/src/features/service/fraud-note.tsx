import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Note } from '#ui/note.tsx';
import css from './help.module.css';

/** Where a fraud is reported in India. Needs the namespace `service`. */
export function FraudNote() {
  const { t } = useTranslation('service');
  return (
    <Note tone="warn" className={css.note}>
      <b>{t('fraud')}</b>
      <Trans
        text={t('fraudText')}
        components={{
          1: <a href="tel:1930" />,
          2: <a href="https://cybercrime.gov.in" target="_blank" rel="noopener noreferrer" />,
          3: <a href="https://scores.sebi.gov.in" target="_blank" rel="noopener noreferrer" />,
        }}
      />
    </Note>
  );
}

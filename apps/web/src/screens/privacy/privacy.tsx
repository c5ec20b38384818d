import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { AccessLog } from '#features/privacy/access-log.tsx';
import { CloseAccount } from '#features/privacy/close-account.tsx';
import { ExportData } from '#features/privacy/export-data.tsx';
import css from '#features/privacy/privacy.module.css';
import { TextSheet } from '#features/account/text-sheet.tsx';
import { Page } from '#shell/page.tsx';
import { Card, SectionHead } from '#ui/card.tsx';

const AGREED = ['phone', 'identity', 'money', 'signIns', 'nothing'] as const;

/** What is kept of the reader and why; who looked at it; the ways to take it along and to end it. */
export default function Privacy() {
  const { t } = useTranslation('privacy');
  const [reading, setReading] = useState(false);
  return (
    <Page>
      <div className={css.page}>
        <SectionHead title={t('agreed')} />
        <Card>
          <dl className={css.agreed}>
            {AGREED.map((item) => (
              <div key={item}>
                <dt>{t(item)}</dt>
                <dd>{t(`${item}Text`)}</dd>
              </div>
            ))}
          </dl>
          <p className={css.back}>{t('takeBack')}</p>
          <button type="button" className={css.policy} onClick={() => setReading(true)}>
            {t('policy')}
          </button>
        </Card>
        <AccessLog />
        <ExportData />
        <CloseAccount />
      </div>
      <TextSheet id={reading ? 'privacy' : undefined} title={t('policy')} onClose={() => setReading(false)} />
    </Page>
  );
}

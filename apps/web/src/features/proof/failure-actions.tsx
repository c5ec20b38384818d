import type { LineVerdict, StatementVerdict } from '@khara/proof';
import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { saveEvidence } from './save-evidence.ts';
import { followThisLog } from './verification.ts';
import css from './proof.module.css';

type FailedVerdict = Extract<StatementVerdict | LineVerdict, { readonly ok: false }>;

/** What to do when something does not agree: keep the evidence, and ask. */
export function FailureActions({ verdict, at }: { readonly verdict: FailedVerdict; readonly at: number }) {
  const { t } = useTranslation('proof');
  // A server that was set up again has a new log; only its reader can know that.
  const mayBeNew = verdict.fault === 'other_log';
  return (
    <>
      <Note tone="warn">{t('keepData')}</Note>
      <div className={css.actions}>
        <Button size="md" look="line" onClick={() => void saveEvidence(verdict, at)}>
          {t('getData')}
        </Button>
        <Button size="md" look="text" onClick={() => navigateTo('/pages/index/customer/index')}>
          {t('askService')}
        </Button>
        {mayBeNew && (
          <>
            <p className={css.limits}>{t('newLogText')}</p>
            <Button size="md" look="text" onClick={followThisLog}>
              {t('newLog')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

import { useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { isGood, type Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';
import { Connect } from './connect.tsx';

/** What one assistant may do, with ways to change and to end that. */
export function OneAssistant({ of: assistant }: { readonly of: Assistant }) {
  const { t } = useTranslation(['assistants', 'common']);
  const language = useLanguage();
  const [asks, setAsks] = useState<'change' | 'end'>();
  const [busy, setBusy] = useState(false);
  const { id, name, isProgram, scope, day, lastUsedAt, lastAddress } = assistant;
  const when = (instant: number) => showMoment(instant, language);
  const rights = day
    ? [
        t(day.asks ? 'placesAsking' : 'places'),
        t('aDay', { limit: showNumber(day.amount.limit, language, { decimals: 0 }) }),
      ]
    : [t('reads'), ...(isProgram || scope !== 'read' ? [t('rehearses')] : [])];
  const end = async () => {
    setBusy(true);
    const result = await call('endProgramKey', { id });
    setBusy(false);
    setAsks(undefined);
    toast(result.ok ? t('ended') : result.message, { urgent: !result.ok });
    refresh(['assistants', 'assistantQuestions']);
  };
  return (
    <section className={css.chosen} aria-label={name}>
      <div className={css.names}>
        <p className={css.text}>{listed(...rights)}</p>
        <p className={css.small}>
          {lastUsedAt === null ? t('neverUsed') : t('used', { at: when(lastUsedAt), address: lastAddress ?? '' })}
        </p>
      </div>
      {isGood(assistant) && (
        <div className={css.acting}>
          {!isProgram && (
            <Button look="secondary" size="md" onClick={() => setAsks('change')}>
              {t('change')}
            </Button>
          )}
          <Button look="line" size="md" className={css.danger} onClick={() => setAsks('end')}>
            {t('endNow')}
          </Button>
        </div>
      )}
      <Sheet open={asks === 'change'} onClose={() => setAsks(undefined)} title={t('changeOf', { name })}>
        <Connect text={t('changeText')} />
      </Sheet>
      <Sheet
        open={asks === 'end'}
        onClose={() => setAsks(undefined)}
        title={t('endOf', { name })}
        dock={
          <>
            <Button look="secondary" onClick={() => setAsks(undefined)}>
              {t('common:cancel')}
            </Button>
            <Button busy={busy} onClick={() => void end()}>
              {t('end')}
            </Button>
          </>
        }
      >
        <p className={css.text}>{t('endText')}</p>
      </Sheet>
    </section>
  );
}

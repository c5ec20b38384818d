import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/checkbox.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Asked } from './asked.tsx';
import css from './limits.module.css';
import { LooserMoments } from './looser-moments.tsx';
import { useLimitWords, type LimitsNow } from './limit-words.ts';
import { NotSaved } from './not-saved.tsx';
import type { OwnLimitsCall } from './use-own-limits.ts';

/**
 * On needs no question. Off waits like any looser limit: the switch stays on until the limit has ended. Needs `limits`.
 */
export function Intraday({ now, limits }: { readonly now: LimitsNow; readonly limits: OwnLimitsCall }) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const [open, setOpen] = useState(false);
  const limit = now.limits.find(({ kind }) => kind === 'no_intraday');
  if (!limit) return null;
  const { value, asked } = limit;
  const on = value !== null;
  const keep = async () => (await limits.set({ kind: 'no_intraday', isOn: true }, t('keptOn'))) && close();
  const end = async () => (await limits.set({ kind: 'no_intraday', isOn: false }, t('savedAsk'))) && close();
  const close = () => {
    limits.forget();
    setOpen(false);
  };
  const start = asked ?? now.looser;
  return (
    <div className={css.intraday}>
      <div className={css.switchRow}>
        <div>
          <b>{t('no_intraday')}</b>
          <p>{t(on ? 'intradayOn' : 'intradayOff')}</p>
        </div>
        <Switch
          on={on}
          label={t('no_intraday')}
          onChange={(next) => (next ? void limits.set({ kind: 'no_intraday', isOn: true }) : setOpen(true))}
        />
      </div>
      {asked && (
        <Asked
          what={t('intradayAsked', { when: words.showStart(asked) })}
          at={asked.at}
          keep={t('keepOn')}
          onKeep={() => void keep()}
        />
      )}
      <Sheet
        open={open}
        onClose={close}
        title={t('no_intraday')}
        dock={
          asked ? (
            <Button busy={limits.busy} onClick={() => void keep()}>
              {t('keepOn')}
            </Button>
          ) : (
            <Button busy={limits.busy} onClick={() => void end()}>
              {t(start.fromDate === null ? 'askOffLater' : 'askOff', {
                when: words.showStart(start),
                at: words.showMoment(start.notBefore),
              })}
            </Button>
          )
        }
      >
        {limits.notSaved && <NotSaved />}
        <div className={css.moments}>
          <LooserMoments start={start} nowText={t('intradayNow')} startText={t('intradayStarts')} />
          <Note>{t('looserNote')}</Note>
        </div>
      </Sheet>
    </div>
  );
}

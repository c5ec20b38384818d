import { useId, useState } from 'react';
import type { PauseSpan, Payload } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { readStored, store } from '#lib/storage.ts';
import { dayOf } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './limits.module.css';
import { NotSaved } from './not-saved.tsx';
import { useLimitWords, type LimitsNow } from './limit-words.ts';

const SPANS = ['market_day', '24h', '7d', 'date'] as const satisfies readonly PauseSpan[];
const DAY = 86_400_000;
/** Kept on this device: the span that was used last. */
const LAST_SPAN = 'pauseSpan';

const lastSpan = (): PauseSpan | undefined => SPANS.find((span) => span === readStored(LAST_SPAN));

type Props = {
  readonly now: LimitsNow;
  readonly busy: boolean;
  readonly notSaved: boolean;
  readonly onClose: () => void;
  readonly onPause: (payload: Payload<'pauseOrders'>) => Promise<boolean>;
};

/** How long a pause is. It cannot be ended early, which is said before the tap. Needs `limits`. */
export function PauseSheet({ now, busy, notSaved, onClose, onPause }: Props) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const name = useId();
  const [span, setSpan] = useState<PauseSpan | undefined>(lastSpan);
  const [date, setDate] = useState('');
  const { pauses, openOrders, at } = now;
  const untilOf = (one: PauseSpan): string => {
    if (one === 'date') return t('choose');
    if (one === 'market_day') return t('pauseUntil', { when: words.dayOf(pauses.market_day) });
    return t('realTime', { at: words.momentOf(pauses[one]) });
  };
  const ready = span !== undefined && (span !== 'date' || date !== '');
  const pause = async () => {
    if (!span || !(await onPause({ span, ...(span === 'date' && { date }) }))) return;
    store(LAST_SPAN, span);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('pause')}
      dock={
        <Button disabled={!ready} busy={busy} onClick={() => void pause()}>
          {span === undefined
            ? t('chooseSpan')
            : !ready
              ? t('chooseDate')
              : t(`do_${span}`, { day: date === '' ? '' : words.dayOf(date) })}
        </Button>
      }
    >
      <div role="radiogroup" aria-label={t('pause')} className={css.spans}>
        {SPANS.map((one) => (
          <label key={one} className={css.span}>
            <input type="radio" name={name} checked={one === span} onChange={() => setSpan(one)} />
            <span>
              <b>{t(`span_${one}`)}</b>
              <span>{untilOf(one)}</span>
            </span>
          </label>
        ))}
      </div>
      {span === 'date' && (
        <label className={css.date}>
          {t('date')}
          <input
            type="date"
            value={date}
            min={dayOf(at + DAY)}
            max={dayOf(at + 365 * DAY)}
            onChange={(event) => setDate(event.target.value)}
          />
        </label>
      )}
      {notSaved && <NotSaved />}
      <Note>{t('pauseNote')}</Note>
      {openOrders > 0 && <Note tone="warn">{t('pauseResting', { n: openOrders })}</Note>}
    </Sheet>
  );
}

import { DAY_MS } from '@khara/rules';
import { useId, useState } from 'react';
import type { PauseSpan, Payload } from '@khara/contract';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { readStored, store } from '#lib/storage.ts';
import { localDay } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import css from './limits.module.css';
import { NotSaved } from './not-saved.tsx';
import { useLimitWords, usePauseEnd, type LimitsNow } from './limit-words.ts';
import type { Confirm } from './use-own-limits.ts';

const SPANS = ['market_day', '24h', '7d', 'date'] as const satisfies readonly PauseSpan[];
/** Kept on this device: the span that was used last. */
const LAST_SPAN = 'pauseSpan';

const lastSpan = (): PauseSpan | undefined => SPANS.find((span) => span === readStored(LAST_SPAN));

/** The first date that a pause may last to: after the pause in force, else the next. */
const firstDate = ({ pause, at }: LimitsNow): string => localDay(Math.max(at, pause?.until ?? 0) + DAY_MS);

/**
 * Whether a pause of the span would end before the one in force. Instants and market dates compare only where the
 * market keeps to the real clock.
 */
function endsSooner(span: PauseSpan, { pause, pauses, looser }: LimitsNow): boolean {
  if (pause === null || span === 'date') return false;
  const { until, untilDate } = pause;
  const isRealClock = looser.fromDate !== null;
  if (span === 'market_day') {
    const ends = pauses.market_day;
    return (untilDate !== null && ends <= untilDate) || (isRealClock && until !== null && ends <= localDay(until));
  }
  const ends = pauses[span];
  return (until !== null && ends <= until) || (isRealClock && untilDate !== null && localDay(ends) < untilDate);
}

type Props = {
  readonly now: LimitsNow;
  readonly busy: boolean;
  readonly notSaved: boolean;
  readonly onClose: () => void;
  readonly onPause: (
    payload: Payload<'pauseOrders'>,
    said: (now: LimitsNow) => string | undefined,
    confirm?: Confirm,
  ) => Promise<boolean>;
};

/** How long a pause is. It cannot be ended early, which is said before the tap. Needs `limits`. */
export function PauseSheet({ now, busy, notSaved, onClose, onPause }: Props) {
  const { t } = useTranslation('limits');
  const words = useLimitWords();
  const name = useId();
  const pauseEnd = usePauseEnd();
  const password = useTransactionPassword();
  const [chosen, setSpan] = useState<PauseSpan | undefined>(lastSpan);
  const [date, setDate] = useState('');
  const { pauses, openOrders, at } = now;
  const span = chosen !== undefined && endsSooner(chosen, now) ? undefined : chosen;
  const pausedUntil = ({ pause: inForce }: LimitsNow): string | undefined =>
    inForce ? t('pausedUntil', { when: pauseEnd(inForce) }) : undefined;
  const spanEnd = (one: PauseSpan): string => {
    if (endsSooner(one, now)) return t('endsSooner');
    if (one === 'date') return t('choose');
    if (one === 'market_day') return t('untilMarketDay', { day: words.marketDay(pauses.market_day) });
    return t('realTime', { at: words.showMoment(pauses[one]) });
  };
  const day = date === '' ? '' : words.showDay(date);
  const ready = span !== undefined && (span !== 'date' || date >= firstDate(now));
  const pause = async () => {
    if (!span) return;
    const confirm: Confirm = (run) => password.confirm({ title: t('pause'), text: t(`do_${span}`, { day }) }, run);
    const isLong = span === '7d' || span === 'date';
    const isMade = await onPause({ span, ...(span === 'date' && { date }) }, pausedUntil, isLong ? confirm : undefined);
    if (!isMade) return;
    store(LAST_SPAN, span);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('pause')}
      dock={
        password.asking ? undefined : (
          <Button disabled={!ready} busy={busy} onClick={() => void pause()}>
            {span === undefined ? t('chooseSpan') : !ready ? t('chooseDate') : t(`do_${span}`, { day })}
          </Button>
        )
      }
    >
      {password.sheet}
      <div hidden={password.asking}>
        {now.pause && <Note icon="clock">{pausedUntil(now)}</Note>}
        <div role="radiogroup" aria-label={t('pause')} className={css.spans}>
          {SPANS.map((one) => (
            <label key={one} className={css.span}>
              <input
                type="radio"
                name={name}
                checked={one === span}
                aria-disabled={endsSooner(one, now)}
                onChange={() => !endsSooner(one, now) && setSpan(one)}
              />
              <span>
                <b>{t(`span_${one}`)}</b>
                <span>{spanEnd(one)}</span>
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
              min={firstDate(now)}
              max={localDay(at + 365 * DAY_MS)}
              onChange={(event) => setDate(event.target.value)}
            />
          </label>
        )}
        {notSaved && <NotSaved />}
        <div className={css.notes}>
          <Note>{t('pauseNote')}</Note>
          {openOrders > 0 && <Note tone="warn">{t('pauseResting', { n: openOrders })}</Note>}
        </div>
      </div>
    </Sheet>
  );
}

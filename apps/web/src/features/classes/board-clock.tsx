import { useEffect, useState } from 'react';
import type { Data } from '@khara/contract';
import { call } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMarketDate, showMarketSeconds } from '#lib/time.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { cx } from '#ui/class-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { toast } from '#ui/toast.ts';
import { DayBar } from '#shell/market-day/day-bar.tsx';
import { clockText, dayParts, timeOfDay, type DayPart } from '#shell/market-day/day-parts.ts';
import css from './board.module.css';

type Act = 'pause' | 'resume' | 'next_phase' | 'close_day';
type Props = {
  readonly id: string;
  readonly clock: Data<'classBoard'>['clock'];
  /** What the board shows is of now: without a network nothing is done that its teacher does not see. */
  readonly isReached: boolean;
};

/** The market's time, and what its teacher may do with it. The space bar pauses, and asks first. */
export function BoardClock({ id, clock, isReached }: Props) {
  const { t } = useTranslation(['classes', 'common']);
  const language = useLanguage();
  const now = useMarketNow();
  const market = useMarketClock((state) => state.market);
  const [asked, setAsked] = useState<Act>();
  const [busy, setBusy] = useState<Act>();
  const isOwn = clock === 'own';
  const mayAct = isOwn && isReached;
  const isPaused = market?.pace === 'paused';
  const session = t(isPaused ? 'common:session.paused' : `common:session.${market?.session ?? 'unknown'}`);

  const act = async (what: Act): Promise<void> => {
    setBusy(what);
    const seen = what === 'next_phase' && market ? { session: market.session } : {};
    const result = await call('classClock', { id, act: what, ...seen });
    setBusy(undefined);
    setAsked(undefined);
    if (!result.ok) toast(result.message, { urgent: true });
  };
  useEffect(() => {
    if (!mayAct) return undefined;
    const press = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement; // of a key it is an element
      if (event.key !== ' ' || at.closest('input, textarea, select, button, a, summary, [role$="dialog"]')) return;
      event.preventDefault();
      setAsked(isPaused ? 'resume' : 'pause');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [mayAct, isPaused]);

  const questions: Readonly<Record<Act, readonly [title: string, yes: string]>> = {
    pause: [t('askPause'), t('pause')],
    resume: [t('resume'), t('resume')],
    next_phase: [t('askNext', { phase: session }), t('nextPhase')],
    close_day: [t('askDay'), t('closeDay')],
  };
  const [title, yes] = questions[asked ?? 'pause'];
  const isHurry = asked === 'next_phase' || asked === 'close_day';
  // Known of eight seats on.
  const { data: whole, again } = useCall('classResults', { id });
  const waiting = whole?.results?.waiting;
  const askToHurry = (what: 'next_phase' | 'close_day'): void => {
    setAsked(what);
    void again();
  };
  return (
    <Card className={css.first}>
      <h2 className={css.head}>
        {t('clock')} <span className={css.tag}>{session}</span>
      </h2>
      <div className={css.now}>
        <div>
          <p className={css.small}>{now !== undefined && showMarketDate(now, language)}</p>
          <p className={css.time}>{showMarketSeconds(now)}</p>
        </div>
        {market && now !== undefined && <Day date={market.marketDate} now={now} />}
        <div className={css.acts}>
          <Button
            size="md"
            icon={isPaused ? 'play' : 'pause'}
            disabled={!mayAct}
            busy={busy === 'pause' || busy === 'resume'}
            onClick={() => void act(isPaused ? 'resume' : 'pause')}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </Button>
          <Button size="md" look="secondary" disabled={!mayAct} onClick={() => askToHurry('next_phase')}>
            {t('nextPhase')}
          </Button>
        </div>
      </div>
      {isOwn ? (
        <div className={css.foot}>
          <p className={css.small}>{t('clockText')}</p>
          <TextButton disabled={!mayAct} onClick={() => askToHurry('close_day')}>
            {t('closeDay')}
          </TextButton>
        </div>
      ) : (
        <Note>{t(clock === 'other' ? 'clockOther' : 'clockOff')}</Note>
      )}
      <Sheet
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={title}
        dock={
          <Button busy={busy !== undefined} disabled={!isReached} onClick={() => asked && void act(asked)}>
            {yes}
          </Button>
        }
      >
        <p>{isHurry ? t('askText') : t('clockText')}</p>
        {isHurry && waiting !== undefined && <p>{t('askWaiting', { count: waiting })}</p>}
      </Sheet>
    </Card>
  );
}

/** How far the market day is, with its first part and what comes next. */
function Day({ date, now }: { readonly date: string; readonly now: number }) {
  const { t } = useTranslation('common');
  const parts = dayParts(date, true);
  const next = parts.find(({ fromMs }) => fromMs > timeOfDay(now));
  const first = parts[0];
  // The time in which a close is worked out is a part of days without an auction.
  const name = (part: DayPart) => t(`session.${part === 'close_calc' ? 'closing_auction' : part}`);
  return (
    <div className={css.day}>
      <DayBar parts={parts} now={now} />
      <p className={cx(css.small, css.ends)}>
        <span>{first && next !== first && name(first.part)}</span>
        <span>{next && `${name(next.part)} ${clockText(next.fromMs)}`}</span>
      </p>
    </div>
  );
}

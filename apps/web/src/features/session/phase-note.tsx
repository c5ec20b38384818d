import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { phaseTimes } from '#shell/market-day/day-parts.ts';
import { cx } from '#ui/class-names.ts';
import { phaseWords } from '#shell/market-day/phase-words.ts';
import css from './phase-note.module.css';
import { isAuction, type SharePhase } from './share-session.ts';

/**
 * What the present phase takes, in one plain line; nothing while a share trades as usual. Needs the namespace
 * `session`.
 */
export function PhaseNote({ phase, casEligible }: { readonly phase: SharePhase; readonly casEligible: boolean }) {
  const { t } = useTranslation('session');
  const market = useMarketClock((clock) => clock.market);
  if (!market || phase === 'continuous') return null;
  const { halt } = market;
  return (
    <div className={cx(css.note, (isAuction(phase) || phase === 'halted') && css.notice)} role="status">
      <b>{t(`phase.${phaseWords(phase, halt)}`)}</b>
      {t(`takes.${phaseWords(phase, halt)}`, phaseTimes(phase, market.marketDate, casEligible, halt))}
      {phase === 'halted' && halt && (
        <p>
          {t('halt.text', halt)}{' '}
          {halt.resumesAt ? t('halt.resumes', { time: halt.resumesAt.slice(11, 16) }) : t('halt.notToday')}
        </p>
      )}
    </div>
  );
}

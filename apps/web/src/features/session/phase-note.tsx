import { useTranslation } from 'react-i18next';
import { useMarketClock } from '#api/market-clock.ts';
import { phaseTimes } from '#shell/market-day/day-parts.ts';
import { cx } from '#ui/class-names.ts';
import css from './phase-note.module.css';
import type { PhaseNow } from './share-session.ts';

/** What the present phase takes, in one plain line; nothing while a share trades as usual. Needs the namespace `session`. */
export function PhaseNote({ phase, casEligible }: { readonly phase: PhaseNow; readonly casEligible: boolean }) {
  const { t } = useTranslation('session');
  const market = useMarketClock((clock) => clock.market);
  if (!market || phase === 'continuous') return null;
  const auction = phase.startsWith('preopen') || phase.startsWith('cas');
  const resumes = phase === 'halted' && market.halt?.resumesAt;
  return (
    <p className={cx(css.note, auction && css.auction, phase === 'halted' && css.halted)} role="status">
      <b>{t(`phase.${phase}`)}</b> {t(`takes.${phase}`, phaseTimes(phase, market.marketDate, casEligible))}
      {resumes && <> {t('halt.resumes', { time: resumes })}</>}
    </p>
  );
}

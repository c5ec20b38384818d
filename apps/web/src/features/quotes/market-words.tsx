import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { phaseWords } from '#shell/market-day/phase-words.ts';
import css from './market-words.module.css';

/** When continuous trading begins, in market time. */
const OPENS = '09:15';

/**
 * Names the phase in which shares are, by the words of the ticket, while not all of them trade continuously: of both
 * kinds of shares where they differ. Needs the namespaces `market` and `session`.
 */
export function SessionNote() {
  const { t } = useTranslation(['market', 'session']);
  const market = useMarketClock((clock) => clock.market);
  if (!market || market.session === 'open') return null;
  const phases = new Set([market.phase ?? 'closed', market.phaseOfOthers ?? market.phase ?? 'closed']);
  const words = [...phases].map((phase) =>
    phase === 'closed' ? t('closedOpens', { time: OPENS }) : t(`session:phase.${phaseWords(phase, market.halt)}`),
  );
  return <p className={css.session}>{words.join(' · ')}</p>;
}

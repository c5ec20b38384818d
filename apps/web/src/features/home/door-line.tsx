import type { ReactNode } from 'react';
import { inRealMs, useMarketClock } from '#api/market-clock.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { wasLessonSeen } from '#features/fake-app/lesson-seen.ts';
import { isDone } from '#features/learn/use-missions.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCountdown, showMarketDate } from '#lib/time.ts';
import { timeOfDay } from '#shell/market-day/day-parts.ts';
import { useMarketNow } from '#shell/use-market-now.ts';
import { MARKET_DAY } from '@khara/rules';

/** Missions are done elsewhere: home asks again after so long. */
const MISSIONS_MS = 30_000;

type Props = {
  readonly of: 'learn' | 'lab' | 'lesson';
  /** Stands where there is no figure. */
  readonly plain: ReactNode;
};

/**
 * What the app knows of a door's page: in a guest's row the newest closed day, in a member's tile how far the member
 * is. Needs `home`.
 */
export default function DoorLine({ of, plain }: Props) {
  const signedIn = useSignedIn();
  if (of === 'lab') return <Day plain={plain} />;
  if (!signedIn) return plain;
  return of === 'learn' ? <Missions plain={plain} /> : <Lesson plain={plain} />;
}

function Missions({ plain }: Pick<Props, 'plain'>) {
  const { t } = useTranslation('home');
  const { data } = useCall('missions', {}, { staleMs: MISSIONS_MS });
  if (!data) return plain;
  return t('learnDone', { done: data.missions.filter(isDone).length, all: data.missions.length });
}

function Lesson({ plain }: Pick<Props, 'plain'>) {
  const { t } = useTranslation('home');
  return wasLessonSeen() ? t('lessonSeen') : plain;
}

/** The newest closed day, or when the first one closes. */
function Day({ plain }: Pick<Props, 'plain'>) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const isTile = useSignedIn();
  const market = useMarketClock((clock) => clock.market);
  if (!market) return plain;
  if (market.closedDate === undefined) return <FirstDay plain={plain} />;
  const day = showMarketDate(market.closedDate, language);
  return isTile ? day : t('labDay', { day });
}

function FirstDay({ plain }: Pick<Props, 'plain'>) {
  const { t } = useTranslation('home');
  const isTile = useSignedIn();
  const market = useMarketClock((clock) => clock.market);
  const now = useMarketNow();
  const left = now === undefined ? undefined : inRealMs(market, MARKET_DAY.toMs - timeOfDay(now));
  if (left === undefined || left <= 0) return plain;
  return t(isTile ? 'labSoon' : 'labFirst', { time: showCountdown(left) });
}

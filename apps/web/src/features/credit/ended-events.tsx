import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { showMoment } from '#lib/time.ts';
import { Timeline } from '#ui/timeline.tsx';
import { showPoints } from './credit-report.tsx';
import css from './rule-table.module.css';
import type { CreditScore } from './recompute-score.ts';

/** What counted once and does no longer, and why not. Needs the namespace `score`. */
export function EndedEvents({ events }: { readonly events: CreditScore['events'] }) {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const ended = events.filter(({ inForce }) => !inForce);
  if (ended.length === 0) return null;
  return (
    <>
      <SectionHead title={t('events')} />
      <Card className={css.card}>
        <Timeline
          steps={ended.map(({ id, explanation, points, endReason, endedAt, expiresAt }) => ({
            key: id,
            title: explanation,
            text: t(`ended.${endReason ?? 'expired'}`, { time: showMoment(endedAt ?? expiresAt, language) }),
            time: showPoints(points),
            done: false,
          }))}
        />
      </Card>
    </>
  );
}

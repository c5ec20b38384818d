import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import css from './score-gauge.module.css';

const RADIUS = 78;
const CENTRE = { x: 100, y: 104 };
/** The half circle from 0 at the left to 100 at the right; its length counts as 100. */
const ARC = `M${CENTRE.x - RADIUS} ${CENTRE.y}A${RADIUS} ${RADIUS} 0 0 1 ${CENTRE.x + RADIUS} ${CENTRE.y}`;

const pointAt = (score: number, radius: number) => {
  const angle = Math.PI * (1 - score / 100);
  return { x: CENTRE.x + radius * Math.cos(angle), y: CENTRE.y - radius * Math.sin(angle) };
};

/** The score on its half circle, with a tick and its number where withdrawals begin. Needs the namespace `score`. */
export function ScoreGauge({ score, threshold }: { readonly score: number; readonly threshold: number }) {
  const { t } = useTranslation('score');
  const from = pointAt(threshold, RADIUS - 12);
  const to = pointAt(threshold, RADIUS + 12);
  const label = pointAt(threshold, RADIUS + 23);
  return (
    <div className={css.gauge} role="img" aria-label={t('gauge', { score, threshold })}>
      <svg viewBox="0 0 200 118" aria-hidden="true">
        <path d={ARC} pathLength={100} className={css.track} />
        <path
          d={ARC}
          pathLength={100}
          className={css.enough}
          strokeDasharray={`0 ${threshold} ${100 - threshold} 100`}
        />
        {score > 0 && (
          <path
            d={ARC}
            pathLength={100}
            className={cx(css.score, score < threshold ? css.low : css.good)}
            strokeDasharray={`${score} 100`}
          />
        )}
        <line className={css.tick} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
        <text className={css.number} x={label.x} y={label.y + 4} textAnchor="middle">
          {threshold}
        </text>
      </svg>
      <span className={css.middle} aria-hidden="true">
        <b>{score}</b>
        <span>{t('score')}</span>
      </span>
    </div>
  );
}

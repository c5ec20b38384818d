import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import css from './rule-table.module.css';
import { RULES_PLACE, showPoints } from './credit-report.tsx';
import type { CreditScore } from './recompute-score.ts';

const DAY_HOURS = 24;

/** Every rule that can lower the score: by how much, for how long, and what heals it. Needs the namespace `score`. */
export function RuleTable({ rules }: { readonly rules: CreditScore['rules'] }) {
  const { t } = useTranslation('score');
  return (
    <div id={RULES_PLACE}>
      <SectionHead title={t('rules')} />
      <Card className={css.card}>
        <p className={css.text}>{t('rulesText')}</p>
        <ul className={css.rules}>
          {rules.map(({ id, title, points, floor, hours, heals }) => {
            const days = Math.ceil(hours / DAY_HOURS);
            return (
              <li key={id}>
                <b>{title}</b>
                <span className={css.terms}>
                  {listed(
                    t('points', { points: showPoints(points) }),
                    ...(floor === null ? [] : [t('together', { floor: showPoints(floor) })]),
                    days === 1 ? t('daysMost.one') : t('daysMost.many', { n: days }),
                  )}
                </span>
                <span>{heals}</span>
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}

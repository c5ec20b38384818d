import type { Data } from '@khara/contract';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { Tag } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Progress } from '#ui/progress.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import css from './assistants.module.css';

export type Assistant = Data<'assistants'>['list'][number];

/** Assistants, the newest first. Those that ended stay for 30 days, struck through. */
export function AssistantList({
  assistants,
  onEnd,
}: {
  readonly assistants: readonly Assistant[];
  readonly onEnd: (assistant: Assistant) => void;
}) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const now = serverNow();
  const at = (instant: number) => showMoment(instant, language);
  return (
    <RowGroup role="list">
      {assistants.map((assistant) => {
        const { id, name, isProgram, scope, day, pausedAt, endedAt, expiresAt, lastUsedAt, lastAddress } = assistant;
        const isGood = endedAt === null && now < expiresAt;
        return (
          <div key={id} role="listitem" className={cx(css.row, !isGood && css.over)}>
            <div className={css.head}>
              <h3>{name}</h3>
              {isGood && (
                <button
                  type="button"
                  className={css.end}
                  aria-label={t('endOf', { name })}
                  onClick={() => onEnd(assistant)}
                >
                  {t('end')}
                </button>
              )}
            </div>
            <p className={css.text}>
              {isGood ? t('until', { at: at(expiresAt) }) : t('endedAt', { at: at(endedAt ?? expiresAt) })}
              {' · '}
              {lastUsedAt === null ? t('neverUsed') : t('used', { at: at(lastUsedAt), address: lastAddress ?? '' })}
            </p>
            <span className={css.tags}>
              {isProgram && <Tag>{t('program')}</Tag>}
              <Tag>{t('reads')}</Tag>
              {(isProgram || scope !== 'read') && <Tag>{t('rehearses')}</Tag>}
              {isProgram && scope === 'trade' && <Tag tone="warn">{t('places')}</Tag>}
              {pausedAt !== null && <Tag tone="warn">{t('paused')}</Tag>}
              {day && pausedAt === null && <Tag tone="warn">{t(day.asks ? 'placesAsking' : 'places')}</Tag>}
            </span>
            {day && isGood && <DayUse of={day} />}
          </div>
        );
      })}
    </RowGroup>
  );
}

/** What the market day has of the sum and of the number. */
function DayUse({ of: { amount, orders } }: { readonly of: NonNullable<Assistant['day']> }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const money = (value: string) => showNumber(value, language, { decimals: 0 });
  const sum = t('today', { used: money(amount.used), limit: money(amount.limit) });
  return (
    <>
      <div className={css.sums}>
        <span>{sum}</span>
        <span>
          {t('todayOrders', { used: showCount(orders.used, language), limit: showCount(orders.limit, language) })}
        </span>
      </div>
      <Progress label={sum} part={Number(amount.used) / Number(amount.limit)} />
    </>
  );
}

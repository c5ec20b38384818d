import type { Data } from '@khara/contract';
import { serverNow } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { at, href } from '#shell/navigation.ts';
import { Icon } from '#ui/icons.tsx';
import { Tag } from '#ui/choice.tsx';
import { cx } from '#ui/class-names.ts';
import { Progress } from '#ui/progress.tsx';
import { IconTile, RowGroup } from '#ui/row-group.tsx';
import css from './assistants.module.css';

export type Assistant = Data<'assistants'>['list'][number];

const PAGE = '/pages/personal/assistants/index';

/** Whether it may still come. */
export const isGood = ({ endedAt, expiresAt }: Assistant): boolean => endedAt === null && serverNow() < expiresAt;

/** Assistants, the newest first, each a link to what it did. Those that ended stay for 30 days, struck through. */
export function AssistantList({ assistants }: { readonly assistants: readonly Assistant[] }) {
  const { t } = useTranslation('assistants');
  const language = useLanguage();
  const when = (instant: number) => showMoment(instant, language);
  return (
    <RowGroup>
      {assistants.map((assistant) => {
        const { id, name, isProgram, scope, day, pausedAt, endedAt, expiresAt } = assistant;
        const isIn = isGood(assistant);
        return (
          <a key={id} href={href(at(PAGE, { of: id }))} className={cx(css.row, css.one, !isIn && css.over)}>
            <span className={css.top}>
              <IconTile icon={isProgram ? 'key' : 'assistant'} tone="accent" />
              <span className={css.names}>
                <b>{name}</b>
                <span className={css.small}>
                  {isIn ? t('until', { at: when(expiresAt) }) : t('endedAt', { at: when(endedAt ?? expiresAt) })}
                </span>
                <span className={css.tags}>
                  {isProgram && <Tag>{t('program')}</Tag>}
                  <Tag>{t('reads')}</Tag>
                  {(isProgram || scope !== 'read') && <Tag>{t('rehearses')}</Tag>}
                  {isProgram && scope === 'trade' && <Tag tone="warn">{t('places')}</Tag>}
                  {pausedAt !== null && <Tag tone="warn">{t('paused')}</Tag>}
                  {day && pausedAt === null && <Tag tone="warn">{t(day.asks ? 'placesAsking' : 'places')}</Tag>}
                </span>
              </span>
              <Icon name="go" size={20} className={css.go} />
            </span>
            {day && isIn && <DayUse of={day} />}
          </a>
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

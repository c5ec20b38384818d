import { useMemo, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { PositionSheet } from '#features/positions/position-sheet.tsx';
import { byMonth, type Month } from '#features/positions/records.ts';
import type { Position } from '#features/positions/totals.ts';
import { navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Percent } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { Chip, ChipBar, Tag } from '#ui/choice.tsx';
import { showCount, showMoney, showPrice, signOf } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { showMarketDate } from '#lib/time.ts';
import { showMonth } from '#features/bill/show-dates.ts';
import css from './records.module.css';

const STATES = ['historical', 'expired'] as const;

export default function Records() {
  const { t } = useTranslation(['positions', 'common', 'nav']);
  const [query, change] = usePageQuery();
  const state = STATES.find((name) => name === query.get('state'));
  const records = useList('closedPositions', {
    ...(state && { state }),
  });
  const [shown, setShown] = useState<Position>();
  const [open, setOpen] = useState(false);
  const months = useMemo(() => byMonth(records.items), [records.items]);

  return (
    <Page
      onRefresh={records.again}
      tools={
        <IconButton
          icon="statement"
          label={t('nav:statement')}
          onClick={() => navigateTo('/pages/personal/bill/index')}
        />
      }
      below={
        <ChipBar>
          <Chip on={state === undefined} onPress={() => change({ state: undefined })}>
            {t('common:all')}
          </Chip>
          {STATES.map((each) => (
            <Chip key={each} on={state === each} onPress={() => change({ state: each })}>
              {t(each)}
            </Chip>
          ))}
        </ChipBar>
      }
    >
      <Answer
        of={records}
        wait={<SkeletonRows rows={8} />}
        empty={
          <Empty
            icon="pie"
            title={t('emptyRecords')}
            text={state === 'expired' ? t('expiredText') : t('emptyRecordsText')}
            action={{ label: t('findStock'), onPress: () => switchTab('/pages/market/index') }}
          />
        }
      >
        {() =>
          months.map((month, index) => (
            <MonthOfRecords
              key={month.month}
              month={month}
              whole={!records.hasMore || index < months.length - 1}
              onShow={(position) => {
                setShown(position);
                setOpen(true);
              }}
            />
          ))
        }
      </Answer>
      <PositionSheet position={shown} open={open} onClose={() => setOpen(false)} />
    </Page>
  );
}

/** A month's closed positions. Its sum appears only when all of the month is here. */
function MonthOfRecords({
  month,
  whole,
  onShow,
}: {
  readonly month: Month;
  readonly whole: boolean;
  readonly onShow: (position: Position) => void;
}) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  return (
    <section>
      <div className={css.month}>
        <h2>{showMonth(month.month, language)}</h2>
        {whole && (
          <span>
            {t('realised')} <Money className={css.realised} value={month.realised} sign="always" coloured />
          </span>
        )}
      </div>
      {month.positions.map((position) => (
        <Record key={position.id} position={position} onShow={onShow} />
      ))}
    </section>
  );
}

function Record({ position, onShow }: { readonly position: Position; readonly onShow: (position: Position) => void }) {
  const { t } = useTranslation('positions');
  const language = useLanguage();
  const { code, product, state, sellQuantity, buyingPrice, sellingPrice, closedOn, fee } = position;
  const shares = { n: showCount(sellQuantity, language), from: showPrice(buyingPrice, language) };
  const date = showMarketDate(closedOn ?? undefined, language);
  return (
    <button type="button" className={css.record} onClick={() => onShow(position)}>
      <span className={css.line}>
        <span className={css.name}>
          <b>{code}</b>
          <Tag>{t(product)}</Tag>
          {position.direction === 'short' && <Tag tone="down">{t('short')}</Tag>}
          {state === 'expired' && <Tag tone="warn">{t('expired')}</Tag>}
        </span>
        <Money className={css.amount} value={position.profitAmount} sign="always" coloured />
      </span>
      <span className={css.line}>
        <span>{t('recordShares', { ...shares, to: showPrice(sellingPrice, language) })}</span>
        <Percent className={css.percent} value={signOf(position.cost) === 0 ? undefined : position.profitPercent} />
      </span>
      <span className={css.line}>
        <span>{state === 'expired' ? t('recordSquaredOff', { date }) : date}</span>
        <span>{t('charges', { amount: showMoney(fee, language) })}</span>
      </span>
    </button>
  );
}

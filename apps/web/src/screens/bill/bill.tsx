import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useList } from '#api/use-call.ts';
import { BillRow } from '#features/bill/bill-row.tsx';
import { BUSINESS_TYPES, readBusinessType } from '#features/bill/bill-words.ts';
import { byDay, type BillDay, type BillEvent } from '#features/bill/by-day.ts';
import { ChoiceSheet } from '#features/bill/choice-sheet.tsx';
import { EntrySheet } from '#features/bill/entry-sheet.tsx';
import { showMarketDate, showMonth } from '../../features/bill/show-dates.ts';
import { dayPeriod, monthPeriod, monthsBack } from '#features/bill/period.ts';
import { useCurrencies } from '#features/money/use-currencies.ts';
import { DocumentsSheet } from '#features/proof/documents-sheet.tsx';
import { ProofSheet } from '#features/proof/proof-sheet.tsx';
import { SealButton } from '#features/proof/seal-button.tsx';
import { navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, type Currency } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import css from './bill.module.css';

const MONTHS = 12;

/** The statement: every change of the money owned, newest first, by market day. */
export default function Bill() {
  const { t } = useTranslation(['bill', 'common', 'proof']);
  const language = useLanguage();
  const marketDate = useMarketClock((clock) => clock.market?.marketDate);
  const [query, change] = usePageQuery();
  const currency: Currency = query.get('currency') === 'USDT' ? 'USDT' : 'INR';
  const currencies = useCurrencies(currency);
  const businessType = readBusinessType(query.get('businessType'));

  const [period, setPeriod] = useState('any'); // any, today, or a month "2026-11"
  const [choosing, setChoosing] = useState<'currency' | 'type' | 'period'>();
  const [opened, setOpened] = useState<BillEvent>();
  const [proving, setProving] = useState(false);
  const [taking, setTaking] = useState(false);

  const between =
    period === 'any' || (period === 'today' && marketDate === undefined)
      ? {}
      : period === 'today'
        ? dayPeriod(marketDate ?? '')
        : monthPeriod(period);
  const list = useList('bill', { currency, ...(businessType && { businessType }), ...between });
  const days = byDay(list.items, list.hasMore);
  const filtered = businessType !== undefined || period !== 'any';
  const nameOfPeriod = (value: string) =>
    value === 'any' ? t('anyTime') : value === 'today' ? t('thisDay') : showMonth(value, language);

  return (
    <Page
      onRefresh={list.again}
      tools={<IconButton icon="statement" label={t('proof:documents')} onClick={() => setTaking(true)} />}
      below={
        <ChipBar>
          {currencies.length > 1 && (
            <Chip on opens onPress={() => setChoosing('currency')}>
              {currency}
            </Chip>
          )}
          <Chip opens on={businessType !== undefined} onPress={() => setChoosing('type')}>
            {businessType ? t(`businessType.${businessType}`) : t('allTypes')}
          </Chip>
          <Chip opens on={period !== 'any'} onPress={() => setChoosing('period')}>
            {nameOfPeriod(period)}
          </Chip>
        </ChipBar>
      }
    >
      <SealButton onPress={() => setProving(true)} />
      <Answer
        of={list}
        wait={
          <div className={css.waiting}>
            <SkeletonRows rows={8} lead />
          </div>
        }
        empty={
          filtered ? (
            <Empty
              icon="statement"
              title={t('common:noData')}
              text={t('emptyFilter')}
              action={{
                label: t('clearFilter'),
                onPress: () => {
                  setPeriod('any');
                  change({ businessType: undefined });
                },
              }}
            />
          ) : (
            <Empty
              icon="statement"
              title={t('empty')}
              text={t('emptyText')}
              {...(currency === 'INR' && {
                action: { label: t('addMoney'), onPress: () => navigateTo('/pages/wallet/recharge/index') },
              })}
            />
          )
        }
      >
        {() => days.map((day) => <Day key={day.marketDate} day={day} currency={currency} onOpen={setOpened} />)}
      </Answer>
      <ChoiceSheet
        open={choosing === 'currency'}
        title={t('currency')}
        options={currencies.map((value) => ({ value, label: value }))}
        value={currency}
        onChoose={(value) => change({ currency: value })}
        onClose={() => setChoosing(undefined)}
      />
      <ChoiceSheet
        open={choosing === 'type'}
        title={t('type')}
        options={[
          { value: 'all', label: t('allTypes') },
          ...BUSINESS_TYPES.map((value) => ({ value, label: t(`businessType.${value}`) })),
        ]}
        value={businessType ?? 'all'}
        onChoose={(value) => change({ businessType: value === 'all' ? undefined : value })}
        onClose={() => setChoosing(undefined)}
      />
      <ChoiceSheet
        open={choosing === 'period'}
        title={t('period')}
        options={['any', ...(marketDate === undefined ? [] : ['today', ...monthsBack(marketDate, MONTHS)])].map(
          (value) => ({ value, label: nameOfPeriod(value) }),
        )}
        value={period}
        onChoose={setPeriod}
        onClose={() => setChoosing(undefined)}
      />
      <DocumentsSheet open={taking} onClose={() => setTaking(false)} />
      <ProofSheet open={proving} onClose={() => setProving(false)} />
      <EntrySheet event={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

type DayProps = { readonly day: BillDay; readonly currency: Currency; readonly onOpen: (event: BillEvent) => void };

function Day({ day, currency, onOpen }: DayProps) {
  const language = useLanguage();
  return (
    <section>
      <h2 className={css.day}>
        <span>{showMarketDate(day.marketDate, language)}</span>
        {day.total !== undefined && <Money value={day.total} currency={currency} sign="always" />}
      </h2>
      <div className={css.lines}>
        {day.events.map((event) => (
          <BillRow key={event.line.id} event={event} onPress={() => onOpen(event)} />
        ))}
      </div>
    </section>
  );
}

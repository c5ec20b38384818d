import { MAX_TIMES } from '@khara/contract';
import { addDays, dayInIndia, nextRegularDay, plainDecimal, regularDateAfter, type RegularDates } from '@khara/rules';
import { paise, rupees } from '@khara/money';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { refresh } from '#api/client.ts';
import { serverNow, useMarketClock } from '#api/market-clock.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_BASKET } from '#features/baskets/basket.ts';
import css from '#features/baskets/baskets.module.css';
import { Month } from '#features/baskets/month.tsx';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { showFarDate } from '#features/waiting/trigger.ts';
import { goBack, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { toast } from '#ui/toast.ts';

export const LIST = '/pages/personal/waiting/index?tab=regular';
const FIRST = { market_days: 5, weeks: 1, months: 1 } as const;
const FIRST_TIMES = 12;

type Unit = RegularDates['unit'];

/** Days, weeks or months between two dates, or how many dates: the server takes as many of both. */
const readCount = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MAX_TIMES ? count : undefined;
};

type StartProps = { readonly what: { basketId: string } | { code: string }; readonly name: string };

export function StartRegular(props: StartProps) {
  const marketDate = useMarketClock(({ market }) => market?.marketDate);
  if (marketDate !== undefined) return <StartForm {...props} marketDate={marketDate} />;
  return (
    <Page>
      <SkeletonRows rows={6} />
    </Page>
  );
}

/** When a purchase comes again and what it may cost, as it is typed; `terms` once nothing of it is wrong. */
function useRegularTerms(marketDate: string) {
  const [unit, setUnit] = useState<Unit>('market_days');
  const [everyText, setEvery] = useState<string>();
  const [timesText, setTimes] = useState(String(FIRST_TIMES));
  const [amount, setAmount] = useState('5000');
  const [chosen, setFirst] = useState<string>();
  const isReal = unit !== 'market_days';
  const today = isReal ? dayInIndia(serverNow()) : marketDate;
  const [everyShown, wanted] = [
    everyText ?? String(FIRST[unit]),
    chosen ?? (isReal ? addDays(today, 1) : nextRegularDay(today)),
  ];
  const [every, times] = [readCount(everyShown), readCount(timesText)];
  const isDay = /^\d{4}-\d\d-\d\d$/.test(wanted) && wanted >= today && wanted <= addDays(today, 366);
  const most = paise(amount.replaceAll(',', ''));
  const isAmount = most !== undefined && most > 0n;
  const dates = every !== undefined && isDay ? { unit, every, firstOn: wanted } : undefined;
  const step = (text: string, set: (text: string) => void) => (direction: 1 | -1) =>
    set(String(Math.min(MAX_TIMES, Math.max(1, (readCount(text) ?? 1) + direction))));
  return {
    unit,
    isReal,
    today,
    dates,
    times,
    /** The day of the first purchase. */
    first: dates && regularDateAfter(dates, addDays(wanted, -1)),
    terms: dates && times !== undefined && isAmount ? { ...dates, times, amount: rupees(most) } : undefined,
    setUnit,
    /** Market days or dates of the calendar: what was typed for one says nothing of the other. */
    setReal(real: boolean): void {
      setUnit(real ? 'months' : 'market_days');
      setEvery(undefined);
      setFirst(undefined);
    },
    everyField: { value: everyShown, set: setEvery, step: step(everyShown, setEvery), isWrong: every === undefined },
    timesField: { value: timesText, set: setTimes, step: step(timesText, setTimes), isWrong: times === undefined },
    amountField: { value: amount, set: setAmount, isWrong: !isAmount },
    firstField: { value: wanted, set: setFirst, isWrong: !isDay },
  };
}

function StartForm({ what, name, marketDate }: StartProps & { readonly marketDate: string }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const password = useTransactionPassword();
  const [busy, setBusy] = useState(false);
  const regular = useRegularTerms(marketDate);
  const { terms, dates, times, first, today, isReal } = regular;

  const start = async () => {
    if (!terms || busy) return;
    setBusy(true);
    const result = await password.confirm(
      { title: t('start'), text: name, amount: showMoney(terms.amount, language) },
      (transactionPassword) =>
        mutate('startRegular', {
          ...what,
          ...terms,
          ...(transactionPassword !== undefined && { transactionPassword }),
        }),
    );
    setBusy(false);
    if (!result) return; // the reader closed the sheet
    refresh(AFTER_BASKET);
    if (!result.ok) return toast(result.message, { urgent: true });
    toast(t('started'));
    redirectTo(LIST);
  };
  return (
    <Page
      title={t('regularTitle')}
      subtitle={name}
      dock={
        <>
          <Button look="secondary" onClick={goBack}>
            {t('notNow')}
          </Button>
          <Button busy={busy} disabled={!terms} onClick={() => void start()}>
            {first === undefined ? t('start') : t('startOn', { date: showMarketDate(first, language) })}
          </Button>
        </>
      }
    >
      <section className={css.form}>
        <TermsFields regular={regular} ofShare={'code' in what} />
        <p className={css.ends} role="status">
          <span>{first !== undefined && t('firstAt', { date: showFarDate(first, language) })}</span>
          <span>{times !== undefined && t('thenEnds', { count: times })}</span>
        </p>
        {dates && times !== undefined && <Month dates={dates} from={today} times={times} />}
      </section>
      <InTheWay isReal={isReal} />
      <Note className={css.note}>{t('noSureGain')}</Note>
      {password.sheet}
    </Page>
  );
}

type FieldsProps = { readonly regular: ReturnType<typeof useRegularTerms>; readonly ofShare: boolean };

function TermsFields({ regular, ofShare }: FieldsProps) {
  const { t } = useTranslation('baskets');
  const { unit, isReal, today, everyField, timesField, amountField, firstField } = regular;
  return (
    <>
      <div>
        <p className={css.label}>{t('howOften')}</p>
        <Segmented<'market' | 'real'>
          label={t('howOften')}
          value={isReal ? 'real' : 'market'}
          onChange={(to) => regular.setReal(to === 'real')}
          options={[
            { value: 'market', label: t('marketDays') },
            { value: 'real', label: t('realDates') },
          ]}
        />
      </div>
      {unit !== 'market_days' && (
        <Segmented<'weeks' | 'months'>
          label={t('every')}
          value={unit}
          onChange={regular.setUnit}
          options={[
            { value: 'weeks', label: t('weeks') },
            { value: 'months', label: t('months') },
          ]}
        />
      )}
      <div className={css.two}>
        <Stepper
          label={t(`every_${unit}`)}
          value={everyField.value}
          onChange={everyField.set}
          onStep={everyField.step}
          lessLabel={t('less')}
          moreLabel={t('more')}
          error={everyField.isWrong ? t('oneToSixty') : undefined}
        />
        <Field
          label={t('atMost')}
          value={amountField.value}
          inputMode="decimal"
          prefix="₹"
          hint={t(ofShare ? 'amountShare' : 'amountBasket')}
          error={amountField.isWrong ? t('amountWrong') : undefined}
          onChange={(event) => amountField.set(plainDecimal(event.target.value))}
        />
        <Field
          label={t('firstDate')}
          type="date"
          value={firstField.value}
          min={today}
          max={addDays(today, 366)}
          error={firstField.isWrong ? t('dateWrong') : undefined}
          onChange={(event) => firstField.set(event.target.value)}
        />
        <Stepper
          label={t('times')}
          value={timesField.value}
          onChange={timesField.set}
          onStep={timesField.step}
          lessLabel={t('less')}
          moreLabel={t('more')}
          error={timesField.isWrong ? t('oneToSixty') : undefined}
        />
      </div>
    </>
  );
}

function InTheWay({ isReal }: { readonly isReal: boolean }) {
  const { t } = useTranslation('baskets');
  return (
    <Card className={css.card}>
      <h2>{t('inTheWay')}</h2>
      <KeyValue label={t('littleMoney')}>{t('skippedTold')}</KeyValue>
      <KeyValue label={t('suspended')}>{t('thatOne')}</KeyValue>
      <KeyValue label={t('ownLimit')}>{t('comesFirst')}</KeyValue>
      {isReal && <KeyValue label={t('holiday')}>{t('nextDay')}</KeyValue>}
    </Card>
  );
}

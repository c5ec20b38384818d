import { addDays, dayInIndia, nextRegularDay, regularDateAfter, type RegularDates } from '@khara/rules';
import { paise, rupees } from '@khara/money';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { mutate } from '#api/mutate.ts';
import { useCall, useList } from '#api/use-call.ts';
import { AFTER_BASKET, type OrderRun, type Regular } from '#features/baskets/basket.ts';
import css from '#features/baskets/baskets.module.css';
import { Month } from '#features/baskets/month.tsx';
import { RunLines, useRunReason } from '#features/baskets/run-lines.tsx';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { showFarDate } from '#features/waiting/trigger.ts';
import { goBack, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { toast } from '#ui/toast.ts';

const LIST = '/pages/personal/waiting/index?tab=regular';
/** Days, weeks or months between two dates, and how many dates: as the server takes them. */
const MOST = 60;
const FIRST = { market_days: 5, weeks: 1, months: 1 } as const;
const FIRST_TIMES = 12;

type Unit = RegularDates['unit'];

/** A purchase that comes again: its form, or one that goes on, with what each of its dates brought. */
export default function RegularPage() {
  const { t } = useTranslation('baskets');
  const [query] = usePageQuery();
  const id = query.get('id') ?? undefined;
  const basketId = query.get('basket') ?? undefined;
  const code = query.get('code') ?? undefined;
  const regulars = useCall('regularPurchases', { size: 100 }, { enabled: id !== undefined });
  const baskets = useCall('baskets', {}, { enabled: basketId !== undefined });
  const stock = useCall('marketDetail', { code: code ?? '' }, { enabled: code !== undefined });
  const regular = regulars.data?.list.find((one) => one.id === id);
  const basket = baskets.data?.list.find((one) => one.id === basketId);
  const asked = id !== undefined ? regulars : basketId !== undefined ? baskets : stock;
  if (regular) return <Kept key={regular.id} regular={regular} />;
  if (basket) return <Start what={{ basketId: basket.id }} name={t('basket', { name: basket.name })} />;
  if (stock.data && stock.data.kind !== 'index')
    return <Start what={{ code: stock.data.code }} name={stock.data.code} />;
  const gone = (
    <Empty icon="clock" title={t('regularGone')} action={{ label: t('toRegular'), onPress: () => redirectTo(LIST) }} />
  );
  return (
    <Page>
      <Answer<unknown> of={asked} wait={<SkeletonRows rows={6} />} refused={{ unknown_code: gone }}>
        {() => gone}
      </Answer>
    </Page>
  );
}

const readCount = (text: string): number | undefined => {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= MOST ? count : undefined;
};

type StartProps = { readonly what: { basketId: string } | { code: string }; readonly name: string };

function Start(props: StartProps) {
  const marketDate = useMarketClock(({ market }) => market?.marketDate);
  if (marketDate !== undefined) return <StartForm {...props} marketDate={marketDate} />;
  return (
    <Page>
      <SkeletonRows rows={6} />
    </Page>
  );
}

function StartForm({ what, name, marketDate }: StartProps & { readonly marketDate: string }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const password = useTransactionPassword();
  const [unit, setUnit] = useState<Unit>('market_days');
  const [everyText, setEvery] = useState<string>();
  const [timesText, setTimes] = useState(String(FIRST_TIMES));
  const [amount, setAmount] = useState('5000');
  const [chosen, setFirst] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isReal = unit !== 'market_days';
  const today = isReal ? dayInIndia(Date.now()) : marketDate;
  const every = readCount(everyText ?? String(FIRST[unit]));
  const times = readCount(timesText);
  const wanted = chosen ?? (isReal ? addDays(today, 1) : nextRegularDay(today));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(wanted) && wanted >= today && wanted <= addDays(today, 366);
  const most = paise(amount.replaceAll(',', ''));
  const dates = every !== undefined && isDay ? { unit, every, firstOn: wanted } : undefined;
  const first = dates && regularDateAfter(dates, addDays(wanted, -1));
  const isSound = dates !== undefined && times !== undefined && most !== undefined && most > 0n;
  const step = (text: string, set: (text: string) => void) => (direction: 1 | -1) =>
    set(String(Math.min(MOST, Math.max(1, (readCount(text) ?? 1) + direction))));

  const start = async () => {
    if (!isSound || busy) return;
    setBusy(true);
    const asked = { ...what, ...dates, times, amount: rupees(most) };
    const result = await password.confirm(
      { title: t('start'), text: name, amount: showMoney(rupees(most), language) },
      (transactionPassword) =>
        mutate('startRegular', { ...asked, ...(transactionPassword !== undefined && { transactionPassword }) }),
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
          <Button busy={busy} disabled={!isSound} onClick={() => void start()}>
            {first === undefined ? t('start') : t('startOn', { date: showMarketDate(first, language) })}
          </Button>
        </>
      }
    >
      <section className={css.form}>
        <div>
          <p className={css.label}>{t('howOften')}</p>
          <Segmented<'market' | 'real'>
            label={t('howOften')}
            value={isReal ? 'real' : 'market'}
            onChange={(to) => {
              setUnit(to === 'real' ? 'months' : 'market_days');
              setEvery(undefined);
              setFirst(undefined);
            }}
            options={[
              { value: 'market', label: t('marketDays') },
              { value: 'real', label: t('realDates') },
            ]}
          />
        </div>
        {isReal && (
          <Segmented<'weeks' | 'months'>
            label={t('every')}
            value={unit}
            onChange={setUnit}
            options={[
              { value: 'weeks', label: t('weeks') },
              { value: 'months', label: t('months') },
            ]}
          />
        )}
        <div className={css.two}>
          <Stepper
            label={t(`every_${unit}`)}
            value={everyText ?? String(FIRST[unit])}
            onChange={setEvery}
            onStep={step(everyText ?? String(FIRST[unit]), setEvery)}
            lessLabel={t('less')}
            moreLabel={t('more')}
            error={every === undefined ? t('oneToSixty') : undefined}
          />
          <Field
            label={t('atMost')}
            value={amount}
            inputMode="decimal"
            prefix="₹"
            hint={t('code' in what ? 'amountShare' : 'amountBasket')}
            error={most === undefined || most <= 0n ? t('amountWrong') : undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Field
            label={t('firstDate')}
            type="date"
            value={wanted}
            min={today}
            max={addDays(today, 366)}
            error={isDay ? undefined : t('dateWrong')}
            onChange={(event) => setFirst(event.target.value)}
          />
          <Stepper
            label={t('times')}
            value={timesText}
            onChange={setTimes}
            onStep={step(timesText, setTimes)}
            lessLabel={t('less')}
            moreLabel={t('more')}
            error={times === undefined ? t('oneToSixty') : undefined}
          />
        </div>
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

function Kept({ regular }: { readonly regular: Regular }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const runs = useList('orderRuns', { regularId: regular.id, size: 20 });
  const { id, name, amount, unit, every, firstOn, times, made, nextOn, state } = regular;
  const password = useTransactionPassword();
  const send = async (asked: () => Promise<Awaited<ReturnType<typeof end>> | undefined>) => {
    setBusy(true);
    const result = await asked();
    setBusy(false);
    if (!result) return; // the reader closed the sheet
    refresh(AFTER_BASKET);
    if (!result.ok) toast(result.message, { urgent: true });
  };
  const end = () => call('endRegular', { id });
  const rest = () => call('pauseRegular', { id, isPaused: true });
  const goOn = () =>
    password.confirm({ title: t('goOn'), text: name, amount: showMoney(amount, language) }, (transactionPassword) =>
      call('pauseRegular', { id, isPaused: false, ...(transactionPassword !== undefined && { transactionPassword }) }),
    );
  return (
    <Page
      title={t('regularTitle')}
      subtitle={name}
      onRefresh={runs.again}
      dock={
        state === 'ended' ? undefined : (
          <>
            <Button look="secondary" busy={busy} onClick={() => void send(end)}>
              {t('end')}
            </Button>
            <Button busy={busy} onClick={() => void send(state === 'active' ? rest : goOn)}>
              {t(state === 'active' ? 'pause' : 'goOn')}
            </Button>
          </>
        )
      }
    >
      <Card className={css.card}>
        <KeyValue label={t('standing')}>{t(state)}</KeyValue>
        <KeyValue label={t('atMost')}>
          <Money value={amount} hideable={false} />
        </KeyValue>
        <KeyValue label={t('howOften')}>{t(`each_${unit}`, { count: every })}</KeyValue>
        <KeyValue label={t('times')}>{t('timesDone', { made, times })}</KeyValue>
        <KeyValue label={t('nextDate')}>{nextOn === null ? '–' : showFarDate(nextOn, language)}</KeyValue>
      </Card>
      {nextOn !== null && (
        <section className={css.form}>
          <Month dates={{ unit, every, firstOn }} from={nextOn} times={MOST} />
        </section>
      )}
      <SectionHead title={t('history')} />
      <Answer of={runs} wait={<SkeletonRows rows={3} />} empty={<Note className={css.note}>{t('noneYet')}</Note>}>
        {(items) => items.map((run) => <RunItem key={run.id} run={run} />)}
      </Answer>
      {password.sheet}
    </Page>
  );
}

function RunItem({ run }: { readonly run: OrderRun }) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const words = useRunReason();
  const date = showFarDate(run.due ?? run.marketDate, language);
  return (
    <>
      <p className={css.note}>{run.reason === null ? date : t('skippedOn', { date, reason: words(run.reason) })}</p>
      {run.reason === null && <RunLines run={run} />}
    </>
  );
}

import { MAX_TIMES } from '@khara/contract';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall, useList } from '#api/use-call.ts';
import { AFTER_BASKET, type OrderRun, type Regular } from '#features/baskets/basket.ts';
import css from '#features/baskets/baskets.module.css';
import { Month } from '#features/baskets/month.tsx';
import { RunLines, useRunReason } from '#features/baskets/run-lines.tsx';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { showFarDate } from '#features/waiting/trigger.ts';
import { redirectTo } from '#shell/navigation.ts';
import { FailedPage } from '#shell/failed-page.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, SectionHead } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { LIST, StartRegular } from './regular-form.tsx';

const ChooseShare = lazyPart(() => import('#features/baskets/choose-share.tsx'), { failed: FailedPage });

/** A purchase that comes again: its form, or one that goes on, with what each of its dates brought. */
export default function RegularPage() {
  const { t } = useTranslation('baskets');
  const [query, change] = usePageQuery();
  const id = query.get('id') ?? undefined;
  const basketId = query.get('basket') ?? undefined;
  const code = query.get('code') ?? undefined;
  const regulars = useCall('regularPurchases', { size: 100 }, { enabled: id !== undefined });
  const baskets = useCall('baskets', {}, { enabled: basketId !== undefined });
  const stock = useCall('marketDetail', { code: code ?? '' }, { enabled: code !== undefined });
  const regular = regulars.data?.list.find((one) => one.id === id);
  const basket = baskets.data?.list.find((one) => one.id === basketId);
  if (id === undefined && basketId === undefined && code === undefined)
    return <ChooseShare wait={<Page>{null}</Page>} onChoose={(chosen) => change({ code: chosen })} />;
  const asked = id !== undefined ? regulars : basketId !== undefined ? baskets : stock;
  if (regular) return <Kept key={regular.id} regular={regular} />;
  if (basket) return <StartRegular what={{ basketId: basket.id }} name={t('basket', { name: basket.name })} />;
  if (stock.data && stock.data.kind !== 'index')
    return <StartRegular what={{ code: stock.data.code }} name={stock.data.code} />;
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
          <Month dates={{ unit, every, firstOn }} from={nextOn} times={MAX_TIMES} />
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

import type { Data } from '@khara/contract';
import { lastTriggerDay } from '@khara/rules';
import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh, useQuote } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { mutate } from '#api/mutate.ts';
import { useCall } from '#api/use-call.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { PairFields, SingleFields } from '#features/waiting/trigger-fields.tsx';
import { showFarDate, type Trigger } from '#features/waiting/trigger.ts';
import { useTriggerForm, type TriggerForm } from '#features/waiting/use-trigger-form.ts';
import css from '#features/waiting/waiting.module.css';
import { redirectTo, reLaunch } from '#shell/navigation.ts';
import { AssumedDates } from '#shell/market-day/assumed-dates.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { Money, Percent, Price } from '#ui/amount.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note } from '#ui/note.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Answer, together } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { SwipeToConfirm } from '#ui/swipe-to-confirm.tsx';
import { toast } from '#ui/toast.ts';

type Stock = Data<'marketDetail'>;
type Position = Data<'positions'>['list'][number];
type Side = 'buy' | 'sell';

const LIST = '/pages/personal/waiting/index';
const AFTER_TRIGGER = ['triggers', 'triggerDetail'] as const;

/** Sets a trigger, or a stop and target on a position; changes one that waits; sets one again that has ended. */
export default function TriggerPage() {
  const { t } = useTranslation(['waiting', 'stock']);
  const [query] = usePageQuery();
  const changes = query.get('id') ?? undefined;
  const known = changes ?? query.get('again') ?? undefined;
  const detail = useCall('triggerDetail', { id: known ?? '' }, { enabled: known !== undefined });
  const from = detail.data;
  const positionId = query.get('positionId') ?? from?.positionId ?? undefined;
  const positions = useCall('positions', { size: 100 }, { enabled: positionId !== undefined });
  const position = positions.data?.list.find(({ id }) => id === positionId);
  const code = query.get('code') ?? from?.code ?? position?.code ?? '';
  const stock = useCall('marketDetail', { code }, { enabled: code !== '' });

  const failure = detail.failure ?? positions.failure ?? stock.failure;
  const isWaited = (known !== undefined && !from) || (positionId !== undefined && !positions.data);
  const isNowhere = failure?.reason === 'unknown_code' || failure?.reason === 'unknown_trigger';
  if (isNowhere || stock.data?.kind === 'index' || (!failure && !isWaited && code === ''))
    return (
      <Page>
        <Empty
          icon="search"
          title={stock.data ? t('stock:indexNote') : t('stock:unknown')}
          action={{ label: t('stock:toMarket'), onPress: () => reLaunch('/pages/market/index') }}
        />
      </Page>
    );
  if (isWaited || !stock.data)
    return (
      <Page ground="surface">
        <Answer of={{ ...together(detail, positions, stock), data: undefined }} wait={<SkeletonRows rows={7} />}>
          {() => null}
        </Answer>
      </Page>
    );
  const side = from?.side ?? (query.get('side') === 'sell' ? 'sell' : 'buy');
  return <Form key={code} stock={stock.data} position={position} from={from} changes={changes} startSide={side} />;
}

type FormProps = {
  readonly stock: Stock;
  readonly position: Position | undefined;
  readonly from: Trigger | undefined;
  /** The trigger that is changed; undefined: a new one is set. */
  readonly changes: string | undefined;
  readonly startSide: Side;
};

function Form({ stock, position, from, changes, startSide }: FormProps) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const password = useTransactionPassword();
  const lotSize = useConfig((config) => config.lot);
  const [chosenSide, setSide] = useState<Side>(startSide);
  const [busy, setBusy] = useState(false);
  const isPair = position !== undefined;
  // A stop and target closes its position.
  const side: Side = position ? (position.direction === 'short' ? 'buy' : 'sell') : chosenSide;
  const form = useTriggerForm({ stock, side, position, from, lotSize });
  const isNew = changes === undefined;
  const isOver = !isNew && from?.state !== 'waiting';

  const send = (transactionPassword?: string) => {
    const authority = transactionPassword === undefined ? {} : { transactionPassword };
    const terms = { quantity: form.lots ?? 1, legs: form.asked(), ...authority };
    if (!isNew) return call('changeTrigger', { id: changes, ...terms });
    const { product } = form;
    const ofPosition = position && { positionId: position.id };
    return mutate('placeTrigger', { code: stock.code, side, product, ...ofPosition, ...terms });
  };
  const set = async () => {
    if (busy || !form.isSound) return;
    setBusy(true);
    const result = await password.confirm({ title: t(isNew ? 'setAction' : 'changeTitle'), text: stock.code }, send);
    setBusy(false);
    if (!result) return; // the reader closed the sheet
    refresh(AFTER_TRIGGER);
    if (!result.ok) return toast(result.message, { urgent: true });
    toast(t(isNew ? 'isSet' : 'isChanged'));
    redirectTo(LIST);
  };
  const remove = async () => {
    const result = await call('removeTrigger', { id: changes ?? '' });
    refresh(AFTER_TRIGGER);
    if (!result.ok) return toast(result.message, { urgent: true });
    toast(t('isRemoved'));
    redirectTo(LIST);
  };

  return (
    <Page
      title={isNew ? t(isPair ? 'pair' : 'newTrigger') : t('changeTitle')}
      subtitle={position ? <Holds position={position} /> : <LivePrice stock={stock} />}
      {...(!isPair && isNew && { tools: <Sides side={side} onSide={setSide} /> })}
      dock={
        <div className={css.dock}>
          <SwipeToConfirm
            tone={side}
            label={
              isNew
                ? isPair
                  ? t('swipeBoth', { quantity: showCount(form.shares, language) })
                  : t('swipeSet')
                : t('swipeChange')
            }
            action={t(isNew ? 'setAction' : 'changeTitle')}
            onConfirm={() => void set()}
            disabled={!form.isSound || isOver}
            busy={busy}
          />
        </div>
      }
    >
      {position ? <PairFields form={form} side={side} position={position} /> : <SingleFields form={form} side={side} />}
      <Facts form={form} side={side} expiresOn={isNew ? undefined : from?.expiresOn} />
      <Note className={css.note}>
        {isPair
          ? `${t(side === 'sell' ? 'gap' : 'gapRise')} ${t('endsWith')}`
          : t(side === 'buy' ? 'noMoney' : 'noShares')}
      </Note>
      {!isNew && !isOver && (
        <div className={css.remove}>
          <TextButton onClick={() => void remove()}>{t('remove')}</TextButton>
        </div>
      )}
      {password.sheet}
    </Page>
  );
}

function Sides({ side, onSide }: { readonly side: Side; readonly onSide: (side: Side) => void }) {
  const { t } = useTranslation('waiting');
  return (
    <Segmented<Side>
      className={css.sides}
      label={t('side')}
      tone="side"
      value={side}
      onChange={onSide}
      options={[
        { value: 'buy', label: t('buy') },
        { value: 'sell', label: t('sell') },
      ]}
    />
  );
}

function Holds({ position }: { readonly position: Position }) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const isShort = position.direction === 'short';
  const price = isShort ? position.sellingPrice : position.buyingPrice;
  return t(isShort ? 'youOwe' : 'youHold', {
    quantity: showCount(Math.abs(position.quantity), language),
    code: position.code,
    price: showPrice(price, language),
  });
}

/** Until when it waits, what it needs then, and that nothing is held now. */
function Facts({
  form,
  side,
  expiresOn,
}: {
  readonly form: TriggerForm;
  readonly side: Side;
  readonly expiresOn: string | undefined;
}) {
  const { t } = useTranslation('waiting');
  const language = useLanguage();
  const today = useMarketClock(({ market }) => market?.marketDate);
  const last = expiresOn ?? (today && lastTriggerDay(today));
  return (
    <section className={css.facts}>
      <KeyValue label={t('validUntil')}>{last === undefined ? '–' : showFarDate(last, language)}</KeyValue>
      {!form.target && (
        <KeyValue label={t(side === 'buy' ? 'needed' : 'received')}>
          <Money value={form.stop.order?.total} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={t('heldNow')}>
        <Money value="0.00" hideable={false} />
      </KeyValue>
      <KeyValue label={t('afterSplit')}>{t('afterSplitText')}</KeyValue>
      <AssumedDates on={last} />
    </section>
  );
}

function LivePrice({ stock }: { readonly stock: Stock }) {
  const { price, changePercent } = asOfNow(stock, useQuote(stock.tradable ? stock.code : undefined));
  return (
    <span className={css.live}>
      {stock.code} <Price value={price} /> <Percent value={changePercent} />
    </span>
  );
}

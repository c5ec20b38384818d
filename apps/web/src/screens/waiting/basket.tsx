import { MAX_BASKET_ORDERS } from '@khara/contract';
import { useState } from 'react';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { mutate } from '#api/mutate.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import {
  AFTER_BASKET,
  asAsked,
  BASKET_ORDER,
  isOnlyBuys,
  newDraftId,
  REGULAR,
  type Basket,
  type BasketOrder,
  type OrderRun,
} from '#features/baskets/basket.ts';
import css from '#features/baskets/baskets.module.css';
import { RunLines, useRunReason } from '#features/baskets/run-lines.tsx';
import { SideMark } from '#features/baskets/side-mark.tsx';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { at, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { Money } from '#ui/amount.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Field } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { SwipeToConfirm } from '#ui/swipe-to-confirm.tsx';
import { toast } from '#ui/toast.ts';

const LIST = '/pages/personal/waiting/index?tab=baskets';

/** One basket: its orders, what they need together, and the swipe that sends them; or a new one. */
export default function BasketPage() {
  const { t } = useTranslation('baskets');
  const [query] = usePageQuery();
  const id = query.get('id') ?? undefined;
  const baskets = useCall('baskets', {}, { enabled: id !== undefined });
  const basket = baskets.data?.list.find((one) => one.id === id);
  if (id === undefined) return <NewBasket />;
  if (!basket)
    return (
      <Page>
        <Answer of={baskets} wait={<SkeletonRows rows={5} />}>
          {() => (
            <Empty icon="list" title={t('gone')} action={{ label: t('toBaskets'), onPress: () => redirectTo(LIST) }} />
          )}
        </Answer>
      </Page>
    );
  return <KeptBasket key={id} basket={basket} />;
}

/** A name, and the way to the first order: with it the basket is kept. */
function NewBasket() {
  const { t } = useTranslation('baskets');
  const [name, setName] = useState('');
  const [draft] = useState(newDraftId);
  const isNamed = name.trim() !== '';
  return (
    <Page
      title={t('newBasket')}
      dock={
        <Button disabled={!isNamed} onClick={() => navigateTo(at(BASKET_ORDER, { name: name.trim(), draft }))}>
          {t('addFirst')}
        </Button>
      }
    >
      <div className={css.form}>
        <Field
          label={t('name')}
          value={name}
          maxLength={40}
          hint={t('nameHint')}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Note className={css.note}>{t('about')}</Note>
    </Page>
  );
}

/** What can be done with a basket. Each answers once it is done, refused in words, or let be. */
function useBasket({ id, name, version, orders, isRegular }: Basket) {
  const { t } = useTranslation('baskets');
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const password = useTransactionPassword();
  const [busy, setBusy] = useState(false);
  const [run, setRun] = useState<OrderRun>();

  const save = async (change: { readonly name?: string; readonly orders?: readonly BasketOrder[] }) => {
    const next = (change.orders ?? orders).map((order) => asAsked(order, lotSize));
    const asked = { id, version, name: change.name ?? name, orders: next, draftId: newDraftId() };
    const result = isRegular
      ? await password.confirm({ title: t('changeBought'), text: name }, (transactionPassword) =>
          call('saveBasket', { ...asked, ...(transactionPassword !== undefined && { transactionPassword }) }),
        )
      : await call('saveBasket', asked);
    if (!result) return false; // the reader closed the sheet
    refresh(AFTER_BASKET);
    if (!result.ok) toast(result.message, { urgent: true });
    return result.ok;
  };
  const remove = async () => {
    const result = await call('removeBasket', { id });
    refresh(AFTER_BASKET);
    if (!result.ok) return toast(result.message, { urgent: true });
    toast(t('isDeleted'));
    redirectTo(LIST);
  };
  const place = async (margin: string | undefined) => {
    if (busy) return;
    setBusy(true);
    const amount = margin === undefined ? undefined : showMoney(margin, language);
    const result = await password.confirm(
      { title: t('place', { count: orders.length }), text: name, ...(amount !== undefined && { amount }) },
      (transactionPassword) =>
        mutate('placeBasket', { id, version, ...(transactionPassword !== undefined && { transactionPassword }) }),
    );
    setBusy(false);
    if (!result) return; // the reader closed the sheet
    refresh([...AFTER_BASKET, ...AFTER_ORDER]);
    if (result.ok) setRun(result.data);
    else toast(result.message, { urgent: true });
  };
  return { save, remove, place, busy, run, forgetRun: () => setRun(undefined), passwordSheet: password.sheet };
}

function KeptBasket({ basket }: { readonly basket: Basket }) {
  const { t } = useTranslation(['baskets', 'refusals']);
  const language = useLanguage();
  const words = useRunReason();
  const [opened, setOpened] = useState<number>();
  const [editing, setEditing] = useState(false);
  const { id, name, orders } = basket;
  const { save, remove, place, busy, run, forgetRun, passwordSheet } = useBasket(basket);
  const preview = useCall('previewBasket', { id }, { staleMs: 0, refetchMs: 5_000 });
  const whole = preview.data;
  const count = orders.length;
  return (
    <Page
      title={t('basket', { name })}
      subtitle={t('ofMost', { count, most: MAX_BASKET_ORDERS })}
      tools={
        count < MAX_BASKET_ORDERS && (
          <IconButton icon="plus" label={t('add')} onClick={() => navigateTo(at(BASKET_ORDER, { basket: id }))} />
        )
      }
      onRefresh={preview.again}
      dock={
        <div className={css.dock}>
          <KeyValue total label={t('needs')}>
            <Money value={whole?.margin} hideable={false} />
          </KeyValue>
          {whole?.refusal != null && (
            <p className={css.why} role="status">
              {t('wholeRefused', { reason: words(whole.refusal) })}
            </p>
          )}
          <SwipeToConfirm
            tone="buy"
            label={t('swipe', { count })}
            action={t('place', { count })}
            onConfirm={() => void place(whole?.margin)}
            disabled={whole === undefined || whole.refusal !== null}
            busy={busy}
          />
        </div>
      }
    >
      <RowGroup className={css.rows}>
        {orders.map((order, no) => {
          const warning = whole?.orders[no]?.warnings[0];
          return (
            <ListRow
              key={no}
              lead={<SideMark side={order.side} />}
              title={order.code}
              text={warning === undefined ? <Terms order={order} /> : <span className={css.bad}>{words(warning)}</span>}
              value={showCount(order.quantity, language)}
              valueText={<Money value={whole?.orders[no]?.value} hideable={false} />}
              onPress={() => setOpened(no)}
            />
          );
        })}
      </RowGroup>
      <Card className={css.card}>
        {/* Without an answer its figures are strokes. */}
        <Answer of={{ ...preview, data: preview.failure ? undefined : true }} isPart wait={null}>
          {() => (
            <>
              <KeyValue label={t('toBuy')}>
                <Money value={whole?.toBuy} hideable={false} />
              </KeyValue>
              <KeyValue label={t('fromSelling')}>
                <Money value={whole?.fromSelling} hideable={false} />
              </KeyValue>
              <KeyValue label={t('charges')}>
                <Money value={whole?.charges.total} hideable={false} />
              </KeyValue>
              <KeyValue label={t('alone')}>{t('someMayFail')}</KeyValue>
            </>
          )}
        </Answer>
      </Card>
      <Note className={css.note}>{t('sentInOrder')}</Note>
      <div className={css.more}>
        <TextButton onClick={() => setEditing(true)}>{t('rename')}</TextButton>
        {isOnlyBuys(basket) && (
          <TextButton onClick={() => navigateTo(at(REGULAR, { basket: id }))}>{t('buyRegularly')}</TextButton>
        )}
        <TextButton onClick={() => void remove()}>{t('delete')}</TextButton>
      </div>

      <OrderSheet basket={basket} no={opened} onNo={setOpened} onSave={(next) => save({ orders: next })} />
      <Rename
        key={name}
        open={editing}
        name={name}
        onClose={() => setEditing(false)}
        onSave={(to) => save({ name: to })}
      />
      <Sheet open={run !== undefined} onClose={forgetRun} title={t('result')}>
        {run && (
          <>
            <p className={css.why} role="status">
              {t('placedOf', { placed: run.orders.filter(({ order }) => order).length, count: run.orders.length })}
            </p>
            <RunLines run={run} />
          </>
        )}
      </Sheet>
      {passwordSheet}
    </Page>
  );
}

type OrderSheetProps = {
  readonly basket: Basket;
  /** Which order of the basket is open. */
  readonly no: number | undefined;
  readonly onNo: (no: number | undefined) => void;
  readonly onSave: (orders: readonly BasketOrder[]) => Promise<boolean>;
};

/** What can be done with one order of a basket. */
function OrderSheet({ basket: { id, orders }, no, onNo, onSave }: OrderSheetProps) {
  const { t } = useTranslation('baskets');
  const order = no === undefined ? undefined : orders[no];
  const move = async (from: number, to: number) => {
    const next = [...orders];
    [next[from], next[to]] = [next[to]!, next[from]!]; // both are there: the first cannot go up
    if (await onSave(next)) onNo(to);
  };
  return (
    <Sheet open={order !== undefined} onClose={() => onNo(undefined)} title={order?.code ?? ''}>
      {order && no !== undefined && (
        <RowGroup>
          <ListRow
            title={t('change')}
            text={<Terms order={order} />}
            onPress={() => navigateTo(at(BASKET_ORDER, { basket: id, no: String(no) }))}
          />
          {no > 0 && <ListRow icon="up" title={t('up')} onPress={() => void move(no, no - 1)} />}
          {no < orders.length - 1 && <ListRow icon="down" title={t('down')} onPress={() => void move(no, no + 1)} />}
          {orders.length > 1 && (
            <ListRow
              icon="delete"
              title={t('takeOut')}
              onPress={() => {
                onNo(undefined);
                void onSave(orders.filter((_order, at) => at !== no));
              }}
            />
          )}
        </RowGroup>
      )}
    </Sheet>
  );
}

/** "Limit 1,562.40, Delivery". Needs `orders`. */
function Terms({ order }: { readonly order: BasketOrder }) {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const price = order.price ?? order.triggerPrice;
  const kind = t(`type.${order.type}`);
  return listed(price === null ? kind : `${kind} ${showPrice(price, language)}`, t(`product.${order.product}`));
}

type RenameProps = {
  readonly open: boolean;
  readonly name: string;
  readonly onClose: () => void;
  readonly onSave: (name: string) => Promise<boolean>;
};

function Rename({ open, name, onClose, onSave }: RenameProps) {
  const { t } = useTranslation('baskets');
  const [text, setText] = useState(name);
  const save = async () => {
    if (await onSave(text.trim())) onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('rename')}
      dock={
        <Button disabled={text.trim() === ''} onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <Field label={t('name')} value={text} maxLength={40} onChange={(event) => setText(event.target.value)} />
    </Sheet>
  );
}

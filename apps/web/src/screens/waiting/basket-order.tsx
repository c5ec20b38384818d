import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';
import { AFTER_BASKET, asAsked, BASKET, newDraftId, type Basket } from '#features/baskets/basket.ts';
import ChooseShare from '#features/baskets/choose-share.tsx';
import { TicketForm } from '#features/ticket/ticket-form.tsx';
import { useFieldErrors } from '#features/ticket/use-field-errors.ts';
import { useTransactionPassword } from '#features/transaction-password/use-transaction-password.tsx';
import { useTicket, type Side, type Stock, type TicketStart } from '#features/ticket/use-ticket.ts';
import { redirectTo, at } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';

type Order = Basket['orders'][number];

/** An order of a basket: its share is chosen first, then its terms, in the form of the ticket. */
export default function BasketOrderPage() {
  const { t } = useTranslation('baskets');
  const [query, change] = usePageQuery();
  const id = query.get('basket') ?? undefined;
  const baskets = useCall('baskets', {}, { enabled: id !== undefined });
  const basket = baskets.data?.list.find((one) => one.id === id);
  const no = query.get('no') === null ? undefined : Number(query.get('no'));
  const order = no === undefined ? undefined : basket?.orders[no];
  const code = order?.code ?? query.get('code') ?? '';
  const stock = useCall('marketDetail', { code }, { enabled: code !== '' });
  if (id !== undefined && !basket) {
    return (
      <Page>
        <Answer of={baskets} wait={<SkeletonRows rows={7} />}>
          {() => <Empty icon="list" title={t('gone')} />}
        </Answer>
      </Page>
    );
  }
  if (code === '') return <ChooseShare onChoose={(chosen) => change({ code: chosen })} />;
  if (!stock.data || !stock.data.tradable)
    return (
      <Page ground="surface">
        <Answer of={stock} wait={<SkeletonRows rows={7} />}>
          {() => (
            <Empty
              icon="search"
              title={t('notTradable')}
              action={{ label: t('other'), onPress: () => change({ code: undefined }) }}
            />
          )}
        </Answer>
      </Page>
    );
  const kept = { basket, no, name: query.get('name') ?? '', draft: query.get('draft') ?? newDraftId() };
  return <Form key={code} stock={stock.data} order={order} kept={kept} />;
}

type FormProps = {
  readonly stock: Stock;
  readonly order: Order | undefined;
  readonly kept: {
    readonly basket: Basket | undefined;
    readonly no: number | undefined;
    readonly name: string;
    readonly draft: string;
  };
};

function Form({ stock, order, kept }: FormProps) {
  const { t } = useTranslation(['baskets', 'waiting', 'ticket', 'orders', 'refusals']);
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const [side, setSide] = useState<Side>(order?.side ?? 'buy');
  const [busy, setBusy] = useState(false);
  const [start] = useState<TicketStart>(() => (order ? ticketStart(order, lotSize, language) : {}));
  // It is sent at another moment: what the phase of now takes does not matter.
  const ticket = useTicket({ stock, side, positionId: undefined, start, phase: 'continuous' });
  const fieldError = useFieldErrors();
  const password = useTransactionPassword();
  const { terms, wrong } = ticket;
  const { basket, no, name, draft } = kept;

  const save = async () => {
    if (!terms || busy) return;
    setBusy(true);
    const { code, quantity, type, product, validity, validMinutes, price, triggerPrice, disclosedQuantity } = terms;
    const asked = {
      code: code ?? stock.code,
      side,
      quantity,
      type,
      product: product ?? 'delivery',
      validity,
      ...(validMinutes !== undefined && { validMinutes }),
      ...(price !== undefined && { price }),
      ...(triggerPrice !== undefined && { triggerPrice }),
      ...(disclosedQuantity !== undefined && { disclosedQuantity }),
    };
    const others = (basket?.orders ?? []).map((one) => asAsked(one, lotSize));
    const orders = no === undefined ? [...others, asked] : others.map((one, place) => (place === no ? asked : one));
    const of = basket ? { id: basket.id, version: basket.version, name: basket.name } : { name };
    const body = { ...of, orders, draftId: draft };
    const result = basket?.isRegular
      ? await password.confirm({ title: t('changeBought'), text: basket.name }, (transactionPassword) =>
          call('saveBasket', { ...body, ...(transactionPassword !== undefined && { transactionPassword }) }),
        )
      : await call('saveBasket', body);
    setBusy(false);
    if (!result) return; // the reader closed the sheet
    refresh(AFTER_BASKET);
    if (!result.ok) return toast(result.message, { urgent: true });
    redirectTo(at(BASKET, { id: result.data.id }));
  };
  return (
    <Page
      title={stock.code}
      subtitle={basket?.name ?? name}
      tools={
        <Segmented<Side>
          label={t('waiting:side')}
          tone="side"
          value={side}
          onChange={setSide}
          options={[
            { value: 'buy', label: t('waiting:buy') },
            { value: 'sell', label: t('waiting:sell') },
          ]}
        />
      }
      dock={
        <Button busy={busy} disabled={!terms} onClick={() => void save()}>
          {t(order ? 'saveOrder' : 'putIn')}
        </Button>
      }
    >
      <TicketForm
        stock={stock}
        side={side}
        ticket={ticket}
        phase="continuous"
        productFixed={false}
        errorOf={(field) => (wrong?.field === field ? fieldError(wrong.reason, ticket.limits) : undefined)}
      />
      {password.sheet}
    </Page>
  );
}

const ticketStart = (order: Order, lotSize: number, language: Parameters<typeof showPrice>[1]): TicketStart => ({
  quantity: showCount(Math.ceil(order.quantity / lotSize), language),
  type: order.type,
  product: order.product,
  validity: order.validMinutes === null ? order.validity : 'minutes',
  ...(order.validMinutes !== null && { minutes: String(order.validMinutes) }),
  ...(order.price !== null && { price: order.price }),
  ...(order.triggerPrice !== null && { trigger: showPrice(order.triggerPrice, language) }),
  ...(order.disclosedQuantity !== null && {
    disclosed: showCount(Math.ceil(order.disclosedQuantity / lotSize), language),
  }),
});

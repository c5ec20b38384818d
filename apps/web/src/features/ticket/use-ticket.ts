import { paise, rupees } from '@khara/money';
import type { Data, Payload } from '@khara/contract';
import { useState } from 'react';
import { quoteStore } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import {
  firstTrigger,
  hasLimit,
  hasTrigger,
  readPrice,
  readQuantity,
  stepPrice,
  stepQuantity,
  whatIsWrong,
  type OrderKind,
  type Side,
} from './terms.ts';
import { useLimits } from './use-limits.ts';
import { useTicketPreview } from './use-ticket-preview.ts';
import { firstKind, isTicketRefusal, type SharePhase } from './phase-rules.ts';

export type { OrderKind, Side } from './terms.ts';
export type Stock = Data<'marketDetail'>;
export type Preview = Data<'previewOrder'>;
export type Product = 'delivery' | 'intraday';
export type Validity = 'day' | 'ioc';

type Options = {
  readonly stock: Stock;
  readonly side: Side;
  readonly positionId: string | undefined;
  /** Of the position that is sold; else what the reader chooses. */
  readonly startProduct: Product | undefined;
  /** A price of the book that was tapped. */
  readonly startPrice: string | undefined;
  readonly phase: SharePhase;
};

/** What is typed into a ticket, what is wrong with it, and what the server says it would cost. */
export function useTicket({ stock, side, positionId, startProduct, startPrice, phase }: Options) {
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const limits = useLimits(stock);
  const { minimum, maximum } = limits;
  const [quantity, setQuantity] = useState('1');
  const [price, setPrice] = useState(() =>
    // The newest price there is: the page's answer may be some seconds old.
    showPrice(startPrice ?? quoteStore.quote(stock.code)?.price ?? stock.price, language),
  );
  const [trigger, setTrigger] = useState('');
  const [disclosed, setDisclosed] = useState('');
  const [product, setProduct] = useState<Product>(startProduct ?? 'delivery');
  const [type, setType] = useState<OrderKind>(() => firstKind(phase));
  const [validity, setValidity] = useState<Validity>('day');

  const wrong = whatIsWrong({ side, type, quantity, price, trigger, disclosed }, limits);
  const lots = readQuantity(quantity);
  const limit = readPrice(price);
  const triggerAt = readPrice(trigger);
  const shown = readQuantity(disclosed);

  // With a quantity that cannot be used one lot is asked about: the answer still tells how many are possible.
  const asked: Payload<'previewOrder'> | undefined =
    wrong !== undefined && wrong.field !== 'quantity'
      ? undefined
      : {
          side,
          code: stock.code,
          ...(positionId !== undefined && side === 'sell' && { positionId }),
          quantity: wrong ? minimum : (lots ?? minimum),
          type,
          product,
          validity,
          ...(hasLimit(type) && limit !== undefined && { price: rupees(limit) }),
          ...(hasTrigger(type) && triggerAt !== undefined && { triggerPrice: rupees(triggerAt) }),
          ...(!wrong && shown !== undefined && { disclosedQuantity: shown }),
        };
  const { preview, dimmed, protectedPrice } = useTicketPreview(asked, type);
  // What the server would refuse it for as things stand now; money is said in the dock.
  const foreseen = dimmed || wrong ? undefined : preview.data?.warnings.find(isTicketRefusal);

  // The last lot of a sale is as short as what is left to sell: the server says how many shares that are.
  const previewed = !dimmed && !wrong && side === 'sell' ? preview.data?.quantity : undefined;
  const shares = previewed ?? (lots === undefined ? undefined : lots * lotSize);

  usePhaseChange(phase, preview.again); // what is taken, and what it needs, may be another now

  const lastPrice = (): bigint => paise(quoteStore.quote(stock.code)?.price ?? stock.price) ?? 0n;
  const show = (value: bigint): string => showPrice(rupees(value), language);
  const stepped = (from: bigint | undefined, direction: 1 | -1): string | undefined => {
    const start = from ?? lastPrice();
    return start > 0n ? show(stepPrice(start, direction, limits)) : undefined;
  };

  return {
    lotSize,
    quantity,
    price,
    trigger,
    disclosed,
    product,
    type,
    validity,
    limits,
    wrong,
    lots,
    /** What the lots are. */
    shares,
    limit,
    preview,
    foreseen,
    /** Of an order without a limit, once the server has named it. */
    protectedPrice,
    /** The figures answer something typed before. */
    dimmed,
    /** What an order with these terms says; undefined while something is wrong. */
    terms: wrong ? undefined : asked,
    setQuantity,
    setPrice,
    setTrigger,
    setDisclosed,
    setProduct,
    setValidity,
    /** A stop begins with a trigger on its side of the price, and with a limit that it can reach. */
    setType: (next: OrderKind): void => {
      setType(next);
      if (!hasTrigger(next)) return;
      const at = triggerAt ?? firstTrigger(side, lastPrice(), limits);
      if (triggerAt === undefined) setTrigger(show(at));
      const unreachable = limit === undefined || (side === 'buy' ? limit < at : limit > at);
      if (next === 'sl' && unreachable) setPrice(show(at));
    },
    stepQuantity: (direction: 1 | -1): void => {
      const most = preview.data?.maxQuantity || maximum;
      setQuantity(showCount(stepQuantity(lots, direction, Math.max(most, lots ?? 0)), language));
    },
    stepPrice: (direction: 1 | -1): void => {
      const next = stepped(limit, direction);
      if (next !== undefined) setPrice(next);
    },
    stepTrigger: (direction: 1 | -1): void => {
      const next = stepped(triggerAt, direction);
      if (next !== undefined) setTrigger(next);
    },
    stepDisclosed: (direction: 1 | -1): void =>
      setDisclosed(showCount(stepQuantity(shown, direction, Math.max(1, (lots ?? 2) - 1)), language)),
  };
}
export type Ticket = ReturnType<typeof useTicket>;

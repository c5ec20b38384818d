import { paise, rupees } from '@khara/money';
import type { Data, Payload } from '@khara/contract';
import { useState } from 'react';
import { quoteStore } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { usePhaseChange } from '#features/session/use-phase-change.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import {
  beginStop,
  hasLimit,
  hasTrigger,
  MAX_MINUTES,
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
/** `minutes`: of the day, and ends after its own minutes of the market. */
export type Validity = 'day' | 'ioc' | 'minutes';
/** What a ticket begins with, as it is typed. */
export type TicketStart = Partial<
  Record<'quantity' | 'price' | 'trigger' | 'disclosed' | 'minutes', string> & {
    type: OrderKind;
    product: Product;
    validity: Validity;
  }
>;

/** Minutes that are offered first. */
const FIRST_MINUTES = '15';

type Options = {
  readonly stock: Stock;
  readonly side: Side;
  readonly positionId: string | undefined;
  /** The product of the position that is sold, a price of the book that was tapped, or an order that is edited. */
  readonly start: TicketStart;
  readonly phase: SharePhase;
};

/** What is typed into a ticket, what is wrong with it, and what the server says it would cost. */
export function useTicket({ stock, side, positionId, start, phase }: Options) {
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const limits = useLimits(stock);
  const { minimum, maximum } = limits;
  // Shares of a small company trade in lots of their own.
  const marketLot = Math.ceil(stock.lotSize / lotSize);
  const [quantity, setQuantity] = useState(() => start.quantity ?? showCount(marketLot, language));
  const [price, setPrice] = useState(() =>
    // The newest price there is: the page's answer may be some seconds old.
    showPrice(start.price ?? quoteStore.quote(stock.code)?.price ?? stock.price, language),
  );
  const [trigger, setTrigger] = useState(start.trigger ?? '');
  const [disclosed, setDisclosed] = useState(start.disclosed ?? '');
  const [minutes, setMinutes] = useState(start.minutes ?? FIRST_MINUTES);
  const [product, setProduct] = useState<Product>(start.product ?? 'delivery');
  const [type, setType] = useState<OrderKind>(() => start.type ?? firstKind(phase));
  const [validity, setValidity] = useState<Validity>(start.validity ?? 'day');
  const ttl = validity === 'minutes' ? minutes : undefined;

  const wrong = whatIsWrong({ side, type, quantity, price, trigger, disclosed, minutes: ttl }, limits);
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
          validity: validity === 'ioc' ? 'ioc' : 'day',
          ...(ttl !== undefined && { validMinutes: readQuantity(ttl) ?? 0 }),
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
    marketLot,
    quantity,
    price,
    trigger,
    disclosed,
    product,
    type,
    validity,
    minutes,
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
    setMinutes,
    stepMinutes: (direction: 1 | -1): void =>
      setMinutes(showCount(stepQuantity(readQuantity(minutes), direction, MAX_MINUTES), language)),
    /** A price of the book, in rupees: an order without a limit gets one. */
    takePrice: (rupeesAt: string): void => {
      if (!hasLimit(type)) setType('limit');
      setPrice(showPrice(rupeesAt, language));
    },
    /** A stop begins with a trigger on its side of the price, and with a limit that it can reach. */
    setType: (next: OrderKind): void => {
      setType(next);
      if (!hasTrigger(next)) return;
      const stop = beginStop({ type: next, side, trigger: triggerAt, limit }, lastPrice(), limits);
      if (stop.trigger !== triggerAt) setTrigger(show(stop.trigger));
      if (stop.limit !== undefined && stop.limit !== limit) setPrice(show(stop.limit));
    },
    stepQuantity: (direction: 1 | -1): void => {
      const most = preview.data?.maxQuantity || maximum;
      setQuantity(showCount(stepQuantity(lots, direction, Math.max(most, lots ?? 0), marketLot), language));
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

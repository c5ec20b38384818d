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
type Validity = 'day' | 'ioc' | 'minutes';
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

/** What is typed into a ticket, step by step, and what is wrong with it. */
function useTyped({ stock, side, start, phase }: Omit<Options, 'positionId'>) {
  const language = useLanguage();
  const lotSize = useConfig((config) => config.lot);
  const limits = useLimits(stock);
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

  const lastPrice = (): bigint => paise(quoteStore.quote(stock.code)?.price ?? stock.price) ?? 0n;
  const show = (value: bigint): string => showPrice(rupees(value), language);
  const step = (from: bigint | undefined, direction: 1 | -1, set: (text: string) => void): void => {
    const first = from ?? lastPrice();
    if (first > 0n) set(show(stepPrice(first, direction, limits)));
  };

  const fields = { quantity, price, trigger, disclosed, product, type, validity, minutes };
  return {
    ...fields,
    lotSize,
    marketLot,
    limits,
    wrong,
    lots,
    limit,
    triggerAt,
    shown,
    validMinutes: ttl === undefined ? undefined : (readQuantity(ttl) ?? 0),
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
    /** Up to what can be bought or sold, as the server has said last. */
    stepQuantity: (direction: 1 | -1, most: number | undefined): void =>
      setQuantity(
        showCount(stepQuantity(lots, direction, Math.max(most || limits.maximum, lots ?? 0), marketLot), language),
      ),
    stepPrice: (direction: 1 | -1): void => step(limit, direction, setPrice),
    stepTrigger: (direction: 1 | -1): void => step(triggerAt, direction, setTrigger),
    stepDisclosed: (direction: 1 | -1): void =>
      setDisclosed(showCount(stepQuantity(shown, direction, Math.max(1, (lots ?? 2) - 1)), language)),
  };
}

/** What is typed into a ticket, what is wrong with it, and what the server says it would cost. */
export function useTicket({ stock, side, positionId, start, phase }: Options) {
  const typed = useTyped({ stock, side, start, phase });
  const { type, product, validity, validMinutes, wrong, lots, limit, triggerAt, shown } = typed;
  const { minimum } = typed.limits;

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
          ...(validMinutes !== undefined && { validMinutes }),
          ...(hasLimit(type) && limit !== undefined && { price: rupees(limit) }),
          ...(hasTrigger(type) && triggerAt !== undefined && { triggerPrice: rupees(triggerAt) }),
          ...(!wrong && shown !== undefined && { disclosedQuantity: shown }),
        };
  const { preview, dimmed, protectedPrice } = useTicketPreview(asked, type);
  // What the server would refuse it for as things stand now; money is said in the dock.
  const foreseen = dimmed || wrong ? undefined : preview.data?.warnings.find(isTicketRefusal);

  // The last lot of a sale is as short as what is left to sell: the server says how many shares that are.
  const previewed = !dimmed && !wrong && side === 'sell' ? preview.data?.quantity : undefined;

  usePhaseChange(phase, preview.again); // what is taken, and what it needs, may be another now

  return {
    ...typed,
    /** What the lots are. */
    shares: previewed ?? (lots === undefined ? undefined : lots * typed.lotSize),
    preview,
    foreseen,
    /** Of an order without a limit, once the server has named it. */
    protectedPrice,
    /** The figures answer something typed before. */
    dimmed,
    /** What an order with these terms says; undefined while something is wrong. */
    terms: wrong ? undefined : asked,
    stepQuantity: (direction: 1 | -1): void => typed.stepQuantity(direction, preview.data?.maxQuantity),
  };
}
export type Ticket = ReturnType<typeof useTicket>;

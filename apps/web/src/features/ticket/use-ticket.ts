import { paise, rupees } from '@khara/money';
import type { Data, Payload } from '@khara/contract';
import { useEffect, useMemo, useState } from 'react';
import { quoteStore } from '#api/client.ts';
import { useConfig } from '#api/config.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#ui/amount.tsx';
import { showCount, showPrice } from '#ui/number.ts';
import { readPrice, readQuantity, stepPrice, stepQuantity, whatIsWrong, type Limits } from './terms.ts';

export type Stock = Data<'marketDetail'>;
export type Preview = Data<'previewOrder'>;
export type Side = 'buy' | 'sell';
export type OrderKind = 'market' | 'limit';
export type Validity = 'day' | 'ioc';

/** The preview runs this long after the last change. */
const PREVIEW_AFTER_MS = 250;
/** A market order's figures follow the price this often. */
const FOLLOW_MS = 5000;
/** What the server allows when it has not said yet. */
const MAXIMUM = 100_000;

type Options = {
  readonly stock: Stock;
  readonly side: Side;
  readonly positionId: string | undefined;
  /** A price of the book that was tapped. */
  readonly startPrice: string | undefined;
};

/** What is typed into a ticket, what is wrong with it, and what the server says it would cost. */
export function useTicket({ stock, side, positionId, startPrice }: Options) {
  const language = useLanguage();
  const hand = useConfig((config) => config.hand);
  const maximum = useConfig((config) => config.info?.limits.maxOrderQuantity) ?? MAXIMUM;
  const [quantity, setQuantity] = useState('1');
  const [price, setPrice] = useState(() =>
    // The newest price there is: the page's answer may be some seconds old.
    showPrice(startPrice ?? quoteStore.quote(stock.code)?.price ?? stock.price, language),
  );
  const [type, setType] = useState<OrderKind>('limit');
  const [validity, setValidity] = useState<Validity>('day');

  const limits: Limits = useMemo(
    () => ({
      tick: paise(stock.tickSize) ?? 1n,
      bandLow: stock.bandLow === null ? null : (paise(stock.bandLow) ?? null),
      bandHigh: stock.bandHigh === null ? null : (paise(stock.bandHigh) ?? null),
      maximum,
    }),
    [stock.tickSize, stock.bandLow, stock.bandHigh, maximum],
  );
  const wrong = whatIsWrong({ type, quantity, price }, limits);
  const hands = readQuantity(quantity);
  const limit = readPrice(price);

  // With a quantity that cannot be used one hand is asked about: the answer still tells how many are possible.
  const asked: Payload<'previewOrder'> | undefined =
    wrong?.field === 'price'
      ? undefined
      : {
          side,
          code: stock.code,
          ...(positionId !== undefined && { positionId }),
          quantity: wrong ? 1 : (hands ?? 1),
          type,
          product: 'delivery',
          validity,
          ...(type === 'limit' && limit !== undefined && { price: rupees(limit) }),
        };
  const settled = useSettled(asked);
  const preview = useCall('previewOrder', settled, {
    enabled: settled !== undefined,
    keep: true,
    staleMs: 0,
    ...(type === 'market' && { refetchMs: FOLLOW_MS }),
  });
  const dimmed = preview.outdated || JSON.stringify(asked) !== JSON.stringify(settled);
  // A limit's price, left over from before the type was changed, protects nothing.
  const [told, setTold] = useState<{ readonly type: OrderKind; readonly price: string }>();
  const fresh = dimmed ? undefined : preview.data?.price;
  if (fresh !== undefined && (told?.price !== fresh || told.type !== type)) setTold({ type, price: fresh });
  const protectedPrice = told?.type === type ? told.price : undefined;

  return {
    hand,
    quantity,
    price,
    type,
    validity,
    limits,
    wrong,
    hands,
    limit,
    preview,
    /** Of a market order, once the server has named it. */
    protectedPrice,
    /** The figures answer something typed before. */
    dimmed,
    /** What an order with these terms says; undefined while something is wrong. */
    terms: wrong ? undefined : asked,
    setQuantity,
    setPrice,
    setType,
    setValidity,
    stepQuantity: (direction: 1 | -1): void => {
      const most = preview.data?.maxQuantity || maximum;
      setQuantity(showCount(stepQuantity(hands, direction, Math.max(most, hands ?? 0)), language));
    },
    stepPrice: (direction: 1 | -1): void => {
      const from = limit ?? paise(stock.price);
      if (from !== undefined) setPrice(showPrice(rupees(stepPrice(from, direction, limits)), language));
    },
  };
}
export type Ticket = ReturnType<typeof useTicket>;

/** A value once it has rested; the first one at once. */
function useSettled<T>(value: T | undefined): T | undefined {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(
      () => setSettled(key === undefined ? undefined : (JSON.parse(key) as T)),
      PREVIEW_AFTER_MS,
    ); // it was a T a moment ago
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

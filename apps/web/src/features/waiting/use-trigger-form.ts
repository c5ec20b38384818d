import type { Data, Payload } from '@khara/contract';
import { mulDiv, paise, rupees } from '@khara/money';
import { useState } from 'react';
import { useQuote } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { readPrice, readQuantity } from '#features/ticket/terms.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { useSettled } from '#lib/use-settled.ts';
import { distance, type Condition, type Trigger } from './trigger.ts';

type Side = Trigger['side'];
type Stock = Data<'marketDetail'>;
type Position = Data<'positions'>['list'][number];
/** `stop` stands for the only one of a single trigger. */
export type LegName = 'stop' | 'target';
type Typed = Readonly<Partial<Record<`${LegName}${'Trigger' | 'Limit'}` | 'quantity', string>>>;

type Options = {
  readonly stock: Stock;
  readonly side: Side;
  /** On which a stop and target closes; without one there is one trigger. */
  readonly position: Position | undefined;
  /** A trigger whose terms the form begins with. */
  readonly from: Trigger | undefined;
  readonly lotSize: number;
};

/** How far triggers begin from the price, and limits from their trigger, in basis points. */
const FIRST = { single: 300n, stop: 500n, target: 500n, limit: 25n };

/** No price, or off the tick. */
const isOff = (price: bigint | undefined, tick: bigint): boolean =>
  price === undefined || price <= 0n || price % tick !== 0n;

/** What is typed into the form of a trigger, what is wrong with it, and what its orders would come to. */
export function useTriggerForm({ stock, side, position, from, lotSize }: Options) {
  const isPair = position !== undefined;
  const language = useLanguage();
  const price = useQuote(stock.code)?.price ?? stock.price;
  const last = paise(price) ?? 0n;
  const tick = paise(stock.tickSize) ?? 1n;
  const [chosen, setChosen] = useState<Condition>();
  const [typed, setTyped] = useState<Typed>({});
  /** The price that the first figures are counted from stays what it was: they do not run away from a finger. */
  const [base] = useState(last);
  const type = (name: keyof Typed, text: string) => setTyped((now) => ({ ...now, [name]: text }));

  const snap = (value: bigint): bigint => (value < tick ? tick : (value / tick) * tick);
  const away = (value: bigint, bps: bigint, sign: bigint) =>
    snap(mulDiv(value, 10_000n + sign * bps, 10_000n, 'floor'));
  const kept = from && from.legs.length === (isPair ? 2 : 1) && from.side === side ? from : undefined;

  const legCondition = (name: LegName): Condition => {
    if (isPair) return (name === 'stop') === (side === 'sell') ? 'below' : 'above';
    const text = typed.stopTrigger === undefined ? undefined : readPrice(typed.stopTrigger);
    if (chosen) return chosen;
    if (text !== undefined) return text > last ? 'above' : 'below';
    return kept?.legs[0]?.condition ?? 'below';
  };
  const leg = (name: LegName) => {
    const condition = legCondition(name);
    const old = kept?.legs[name === 'stop' ? 0 : 1];
    const bps = isPair ? FIRST[name] : FIRST.single;
    const first = old ? (paise(old.triggerPrice) ?? base) : away(base, bps, condition === 'below' ? -1n : 1n);
    const triggerText = typed[`${name}Trigger`] ?? showPrice(rupees(first), language);
    const trigger = readPrice(triggerText);
    const firstLimit = old
      ? (paise(old.price) ?? first)
      : away(trigger ?? first, FIRST.limit, side === 'buy' ? 1n : -1n);
    const limitText = typed[`${name}Limit`] ?? showPrice(rupees(firstLimit), language);
    const limit = readPrice(limitText);
    const isWrongSide = trigger !== undefined && (condition === 'below' ? trigger >= last : trigger <= last);
    return {
      name,
      condition,
      triggerText,
      limitText,
      trigger,
      limit,
      distance: distance(trigger, last),
      wrong: isOff(trigger, tick) ? ('tick' as const) : isWrongSide ? ('side' as const) : undefined,
      wrongLimit: isOff(limit, tick) ? ('tick' as const) : undefined,
    };
  };
  const stop = leg('stop');
  const target = isPair ? leg('target') : undefined;
  const legs = target ? [stop, target] : [stop];

  const held = position && Math.abs(position.quantity);
  const heldLots = held === undefined ? undefined : Math.ceil(held / lotSize);
  const startLots = kept ? Math.ceil(kept.quantity / lotSize) : (heldLots ?? 1);
  const quantityText = typed.quantity ?? showCount(startLots, language);
  const lots = readQuantity(quantityText);
  const wrongQuantity =
    lots === undefined || lots < 1
      ? ('needed' as const)
      : isPair && heldLots !== undefined && lots > heldLots
        ? ('over' as const)
        : undefined;
  const product = position?.product ?? kept?.product ?? 'delivery';
  const isSound = wrongQuantity === undefined && legs.every(({ wrong, wrongLimit }) => !wrong && !wrongLimit);

  const previewed = (limit: bigint | undefined): Payload<'previewOrder'> | undefined =>
    wrongQuantity !== undefined || lots === undefined || limit === undefined || limit <= 0n || limit % tick !== 0n
      ? undefined
      : { side, code: stock.code, quantity: lots, type: 'limit', product, price: rupees(limit) };
  const stopOrder = usePreview(previewed(stop.limit));
  const targetOrder = usePreview(target ? previewed(target.limit) : undefined);

  const step = (name: keyof Typed, value: bigint | undefined, direction: 1 | -1) => {
    const next = snap((value ?? last) + BigInt(direction) * tick);
    type(name, showPrice(rupees(next), language));
  };
  return {
    price,
    last,
    tick: stock.tickSize,
    stop: { ...stop, order: stopOrder },
    target: target && { ...target, order: targetOrder },
    chosen,
    choose: setChosen,
    quantityText,
    lots,
    shares: lots === undefined ? undefined : Math.min(lots * lotSize, (isPair ? held : undefined) ?? lots * lotSize),
    held,
    wrongQuantity,
    product,
    isSound,
    setQuantity: (text: string) => type('quantity', text),
    stepQuantity: (direction: 1 | -1) => type('quantity', showCount(Math.max(1, (lots ?? 0) + direction), language)),
    setTrigger: (name: LegName, text: string) => type(`${name}Trigger`, text),
    setLimit: (name: LegName, text: string) => type(`${name}Limit`, text),
    stepTrigger: (name: LegName, direction: 1 | -1) =>
      step(`${name}Trigger`, name === 'stop' ? stop.trigger : target?.trigger, direction),
    stepLimit: (name: LegName, direction: 1 | -1) =>
      step(`${name}Limit`, name === 'stop' ? stop.limit : target?.limit, direction),
    /** As the server takes them. */
    asked: () =>
      legs.map(({ condition, trigger, limit }) => ({
        condition,
        triggerPrice: rupees(trigger ?? 0n),
        price: rupees(limit ?? 0n),
      })),
  };
}
export type TriggerForm = ReturnType<typeof useTriggerForm>;

/** What such an order would come to, once its terms have rested; undefined while they have not. */
function usePreview(asked: Payload<'previewOrder'> | undefined) {
  const settled = useSettled(asked);
  const preview = useCall('previewOrder', settled, { enabled: settled !== undefined, staleMs: 0 });
  return JSON.stringify(asked) === JSON.stringify(settled) ? preview.data : undefined;
}

import {
  asKind,
  isStop,
  pickKind,
  type Order,
  type OrderKind,
  type OrderTerms,
  type TimelineEntry,
} from '@khara/broker';

/*
 * What an order asked for at a time: an order's row has its terms of now alone.
 */

type Terms = Omit<OrderTerms, 'side' | 'product' | 'pricePaise'> & { readonly pricePaise: bigint };

/** The terms of a command. A change that keeps the kind, the trigger or what is shown has none of its own. */
export type AskedTerms = Partial<OrderKind> &
  Pick<Terms, 'quantity' | 'pricePaise' | 'triggerPaise' | 'disclosedQuantity'> & {
    readonly seq: bigint;
    readonly kind: 'place' | 'modify';
  };

/**
 * What an order was when it was placed. An order that waited for a pre-open was given to the exchange as its changes
 * had made it by then: the first of them says what it was.
 */
export function firstTerms(order: Order, timeline: readonly TimelineEntry[], asked: readonly AskedTerms[]): Terms {
  const was = timeline.find(({ step, details }) => step === 'modified' && details?.was)?.details?.was;
  if (was) return { ...order, ...asKind(was), quantity: was.quantity, pricePaise: BigInt(was.price) };
  const placed = asked.find(({ kind }) => kind === 'place');
  return placed ? { ...order, ...placed, ...kindAsked(placed) } : order;
}

/** The terms after a step that changes them; undefined after any other. */
export function changeTerms(
  terms: Terms,
  { step, details, quantity = terms.quantity, pricePaise = terms.pricePaise }: TimelineEntry,
  asked: readonly AskedTerms[],
): Terms | undefined {
  if (step === 'became_limit') return { ...terms, type: 'limit', pricePaise };
  if (step !== 'modified') return undefined;
  const command = asked.find(({ kind, seq }) => kind === 'modify' && seq === BigInt(details?.seq ?? -1));
  // One that waited was changed at once, without a command.
  if (!command) return { ...terms, ...(details?.becomes && asKind(details.becomes)), quantity, pricePaise };
  const { triggerPaise, disclosedQuantity = terms.disclosedQuantity } = command;
  const kind = kindAsked(command);
  return {
    ...terms,
    ...kind,
    // The step counts what was left to fill, the command all of the order.
    quantity: command.quantity,
    pricePaise,
    triggerPaise: kind && !isStop(kind.type) ? undefined : (triggerPaise ?? terms.triggerPaise),
    disclosedQuantity: disclosedQuantity || undefined, // 0 shows all
  };
}

const kindAsked = ({ type, validity, ...more }: AskedTerms) =>
  type && validity && asKind(pickKind({ ...more, type, validity }));

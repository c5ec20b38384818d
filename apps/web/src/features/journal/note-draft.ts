import { MAX_NOTE, MAX_TAG, MAX_TAGS, type Data, type OrderReason, type Payload } from '@khara/contract';
import { rupees } from '@khara/money';
import { readPrice } from '#features/ticket/terms.ts';
import { listed } from '#i18n/joined.ts';

export type OrderNote = Data<'setOrderNote'>;

/** A note as it is typed. */
export type NoteDraft = {
  readonly reason: OrderReason | undefined;
  readonly stop: string;
  readonly target: string;
  readonly text: string;
  readonly tags: string;
};

export const NO_NOTE: NoteDraft = { reason: undefined, stop: '', target: '', text: '', tags: '' };

export const toDraft = ({ reason, stop, target, text, tags }: OrderNote): NoteDraft => ({
  reason: reason ?? undefined,
  stop: stop ?? '',
  target: target ?? '',
  text: text ?? '',
  tags: listed(...tags),
});

/** A price above zero, in paise. */
const priceIn = (text: string): bigint | undefined => {
  const price = readPrice(text);
  return price !== undefined && price > 0n ? price : undefined;
};

const tagsIn = (text: string): readonly string[] =>
  text
    .split(/[,;，；、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** What an order is, as far as its plan is concerned. */
export type PlannedOrder = {
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  /** In paise: its fills, or its limit; undefined while it may be any. */
  readonly price: bigint | undefined;
};

/** A sale of shares that are held opens nothing, so nothing is planned with it. */
export const mayPlan = ({ side, product }: Pick<PlannedOrder, 'side' | 'product'>): boolean =>
  side === 'buy' || product === 'intraday';

export type NoteFault =
  | { readonly field: 'stop' | 'target'; readonly why: 'price' | 'side' }
  | { readonly field: 'text' | 'tags' };

const falls = (low: bigint | undefined, high: bigint | undefined): boolean =>
  low !== undefined && high !== undefined && low >= high;

/** The first thing that is wrong with a draft. The server looks again. */
export function findFault(draft: NoteDraft, order: PlannedOrder): NoteFault | undefined {
  const [stop, target] = [priceIn(draft.stop), priceIn(draft.target)];
  const typed = { stop: draft.stop.trim() !== '', target: draft.target.trim() !== '' };
  if (mayPlan(order)) {
    if (typed.stop && stop === undefined) return { field: 'stop', why: 'price' };
    if (typed.target && target === undefined) return { field: 'target', why: 'price' };
    const isBuy = order.side === 'buy';
    if (isBuy ? falls(stop, order.price) : falls(order.price, stop)) return { field: 'stop', why: 'side' };
    if (isBuy ? falls(order.price, target) || falls(stop, target) : falls(target, order.price) || falls(target, stop))
      return { field: 'target', why: 'side' };
  }
  if (charactersLeft(draft.text.trim()) < 0) return { field: 'text' };
  const tags = tagsIn(draft.tags);
  if (tags.length > MAX_TAGS || tags.some((tag) => [...tag].length > MAX_TAG)) return { field: 'tags' };
  return undefined;
}

/** A note as it is sent. */
export type NoteToSend = Omit<Payload<'setOrderNote'>, 'id' | 'stop' | 'target' | 'tags'> & {
  readonly stop?: string;
  readonly target?: string;
  readonly tags?: string[];
};

/** What is sent of a draft; undefined when it says nothing. */
export function noteIn(draft: NoteDraft, order: Pick<PlannedOrder, 'side' | 'product'>): NoteToSend | undefined {
  const { reason } = draft;
  const [stop, target] = mayPlan(order) ? [priceIn(draft.stop), priceIn(draft.target)] : [];
  const text = draft.text.trim();
  const tags = tagsIn(draft.tags);
  if (reason === undefined && stop === undefined && target === undefined && text === '' && tags.length === 0)
    return undefined;
  return {
    ...(reason !== undefined && { reason }),
    ...(stop !== undefined && { stop: rupees(stop) }),
    ...(target !== undefined && { target: rupees(target) }),
    ...(text !== '' && { text }),
    ...(tags.length > 0 && { tags: [...tags] }),
  };
}

/** How many characters are left for the text: below zero, the text is too long by that number. */
export const charactersLeft = (text: string): number => MAX_NOTE - [...text].length;

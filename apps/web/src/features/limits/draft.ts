import { readStoredJson, store, ORDER_DRAFT } from '#lib/storage.ts';

/** An order as it was typed, for another day. It is filled in when its reader wants it, and never sent by itself. */
export type Draft = {
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  readonly type: 'market' | 'limit' | 'sl' | 'sl_m';
  readonly product: 'delivery' | 'intraday';
  readonly price: string;
  readonly trigger: string;
};

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  ['code', 'side', 'quantity', 'type', 'product', 'price', 'trigger'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  );

/** The draft for a share and a side, if there is one. */
export function readDraft(code: string, side: string): Draft | undefined {
  const kept = readStoredJson(ORDER_DRAFT);
  return isDraft(kept) && kept.code === code && kept.side === side ? kept : undefined;
}

export const saveDraft = (draft: Draft): void => store(ORDER_DRAFT, JSON.stringify(draft));
export const dropDraft = (): void => store(ORDER_DRAFT, null);

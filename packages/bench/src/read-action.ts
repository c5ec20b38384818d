import { ORDER_TYPES, PRODUCTS, SIDES, VALIDITIES } from '@khara/contract/order-words';
import { type AskedChange, type OrderTerms, type Terms, toTerms } from '@khara/broker';

/** An action as it was understood, or the field that cannot be. */
export type ReadAction =
  | { readonly kind: 'place'; readonly code: string; readonly terms: Terms }
  | { readonly kind: 'cancel'; readonly id: bigint }
  | ReadChange
  | { readonly kind: 'unreadable'; readonly field: string };

export type ReadChange = Pick<AskedChange, 'quantity' | 'price' | 'triggerPrice'> & {
  readonly kind: 'change';
  readonly id: bigint;
};

type Fields = Readonly<Record<string, unknown>>;

const PLACE_FIELDS = ['code', 'side', 'quantity', 'type', 'price', 'triggerPrice', 'product', 'validity'];
const CHANGE_FIELDS = ['change', 'quantity', 'price', 'triggerPrice'];

/** Reads an action of a program: whatever it is, and not only what the type says. */
export function readAction(action: unknown): ReadAction {
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return unreadable('action');
  const fields = action as Fields; // a boundary: any object
  const known = 'cancel' in fields ? ['cancel'] : 'change' in fields ? CHANGE_FIELDS : PLACE_FIELDS;
  const strange = Object.keys(fields).find((name) => !known.includes(name));
  if (strange !== undefined) return unreadable(strange);
  const wrong = known.find((name) => !isReadable(name, fields[name]));
  if (wrong !== undefined) return unreadable(wrong);
  const price = toPaise(fields['price']);
  const triggerPrice = toPaise(fields['triggerPrice']);
  if ('cancel' in fields) return { kind: 'cancel', id: BigInt(fields['cancel'] as number) };
  if ('change' in fields) {
    const id = BigInt(fields['change'] as number);
    return { kind: 'change', id, quantity: fields['quantity'] as number | undefined, price, triggerPrice };
  }
  if (fields['quantity'] === undefined) return unreadable('quantity');
  const { code, side, quantity, type, product, validity } = fields as OrderTerms & { readonly code: string };
  return { kind: 'place', code, terms: toTerms(side, { type, product, validity, quantity, price, triggerPrice }) };
}

const unreadable = (field: string): ReadAction => ({ kind: 'unreadable', field });

const isCount = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const one = (of: readonly string[], value: unknown): boolean => of.some((known) => known === value);

function isReadable(name: string, value: unknown): boolean {
  switch (name) {
    case 'code':
      return typeof value === 'string';
    case 'side':
      return one(SIDES, value);
    case 'type':
      return one(ORDER_TYPES, value);
    case 'product':
      return one(PRODUCTS, value);
    case 'validity':
      return value === undefined || one(VALIDITIES, value);
    case 'cancel':
    case 'change':
      return isCount(value);
    // A price may be left out, and so may what a change leaves as it is.
    case 'price':
    case 'triggerPrice':
      return value === undefined || value === null || isCount(value);
    default:
      return value === undefined || isCount(value);
  }
}

const toPaise = (price: unknown): bigint | undefined => (typeof price === 'number' ? BigInt(price) : undefined);

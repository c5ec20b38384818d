import type { CallName } from '@khara/contract';
import { ORDER_FIELDS } from './order-words.ts';

const OF_ALERT = { id: 'uuid', condition: 'operator', price: 'rhs_constant', label: 'name' };
const OF_TRIGGER = { id: 'trigger_id', legs: 'trigger_values' };
/** Calls whose fields have other names again. */
const OF_CALL: Readonly<Partial<Record<CallName, Readonly<Record<string, string>>>>> = {
  orderDetail: { id: 'order_id' },
  modifyOrder: { id: 'order_id' },
  cancelOrder: { id: 'order_id' },
  triggerDetail: OF_TRIGGER,
  placeTrigger: OF_TRIGGER,
  changeTrigger: OF_TRIGGER,
  removeTrigger: OF_TRIGGER,
  changeProduct: { product: 'new_product' },
  saveAlert: { ...OF_ALERT, code: 'lhs_tradingsymbol' },
  changeAlert: OF_ALERT,
  deleteAlert: { id: 'uuid' },
};

/** The name under which a program sent what a call of the app refuses. */
export const fieldNameAt = (call: CallName, field: string): string =>
  OF_CALL[call]?.[field] ?? ORDER_FIELDS[field] ?? field;

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { calls, isRefusal, type Call } from './index.ts';

const table: [string, Call][] = Object.entries(calls);
const refusalOf = (name: keyof typeof calls, payload: Record<string, unknown>) => {
  const read = z.safeParse(calls[name].body, payload);
  if (read.success) return 'accepted';
  const [issue] = read.error.issues;
  return `${String(issue?.path[0])}: ${issue?.message}`;
};

describe('the call table', () => {
  it('names every path once', () => {
    const paths = table.map(([, call]) => `${call.method} ${call.path}`);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each(table)('%s has a manual and can be described as JSON Schema', (_name, call) => {
    expect(call.doc.length).toBeGreaterThan(10);
    expect(z.toJSONSchema(call.data, { io: 'output' })).toBeTypeOf('object');
    expect(z.toJSONSchema(call.body, { io: 'input' })).toHaveProperty('type', 'object');
    expect(call.refusals.every(isRefusal)).toBe(true);
  });

  it('asks for a requestId exactly where money moves', () => {
    for (const [name, call] of table) expect([name, 'requestId' in call.body.shape]).toEqual([name, call.movesMoney]);
  });
});

describe('a payload', () => {
  const buy = {
    code: 'THEWA',
    quantity: 1,
    type: 'limit',
    product: 'delivery',
    price: '100.05',
    requestId: 'abcdefgh',
  };

  it('is read into domain values, from JSON or from form text', () => {
    const expected = { code: 'THEWA', quantity: 1, price: 10_005n };
    expect(z.parse(calls.placeBuyOrder.body, buy)).toMatchObject(expected);
    expect(z.parse(calls.placeBuyOrder.body, { ...buy, quantity: '1', price: 100.05 })).toMatchObject(expected);
  });

  it.each([
    [{ quantity: 0 }, 'quantity: quantity_invalid'],
    [{ quantity: -3 }, 'quantity: quantity_invalid'],
    [{ quantity: 1.5 }, 'quantity: quantity_invalid'],
    [{ quantity: '1e2' }, 'quantity: quantity_invalid'],
    [{ quantity: undefined }, 'quantity: quantity_required'],
    [{ quantity: '' }, 'quantity: quantity_required'],
    [{ quantity: [] }, 'quantity: quantity_required'],
    [{ price: '100.005' }, 'price: price_invalid'],
    [{ price: '-1' }, 'price: price_invalid'],
    [{ code: "'; drop table" }, 'code: unknown_code'],
    [{ type: 'iceberg' }, 'type: order_type_not_available'],
    [{ product: 'futures' }, 'product: product_not_allowed'],
    [{ requestId: undefined }, 'requestId: request_id_required'],
    [{ requestId: 'short' }, 'requestId: request_id_required'],
    [{ transactionPassword: '12345' }, 'transactionPassword: transaction_password_format'],
    [{ unknown: 'field' }, 'accepted'],
  ])('with %o gives %s', (change, expected) => {
    expect(refusalOf('placeBuyOrder', { ...buy, ...change })).toBe(expected);
  });

  it.each([
    ['2028-02-29', 'accepted'],
    ['2027-02-29', 'from: invalid_input'],
    ['2026-02-30', 'from: invalid_input'],
    ['2026-13-01', 'from: invalid_input'],
    ['0000-01-01', 'from: invalid_input'],
    ['2026-1-1', 'from: invalid_input'],
  ])('asks for days that there are: %s is %s', (from, expected) => {
    expect(refusalOf('bill', { from })).toBe(expected);
  });

  it('keeps a password to the character, and names what is wrong with it', () => {
    const registration = { phone: '9812345678', password: ' spaced ', agree: true, inviteCode: 'KHARA' };
    expect(z.parse(calls.register.body, registration).password).toBe(' spaced ');
    expect(refusalOf('register', { ...registration, password: '12345' })).toBe('password: password_too_short');
    expect(refusalOf('register', { ...registration, password: '' })).toBe('password: password_required');
    expect(refusalOf('register', { ...registration, phone: undefined })).toBe('phone: phone_required');
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { calls, isRefusal, MISSIONS, type Call } from './index.ts';

const table: [string, Call][] = Object.entries(calls);
const refusalOf = (name: keyof typeof calls, payload: Record<string, unknown>) => {
  const read = z.safeParse(calls[name].body, payload);
  if (read.success) return 'accepted';
  const [issue] = read.error.issues;
  return `${String(issue?.path[0])}: ${issue?.message}`;
};

const passwordRefusal = (text: string) => refusalOf('register', { phone: '9812345670', password: text });

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

  /** Money comes in, or goes back to its member's own account. */
  const GIVES = new Set(['submitRecharge', 'revokeRecharge', 'revokeWithdrawal', 'cancelOrder', 'recharges']);
  const hasReceipt = (call: (typeof table)[number][1]): boolean =>
    JSON.stringify(z.toJSONSchema(call.data, { io: 'output' })).includes('"receipt"');

  it('asks for the transaction password wherever a member spends, binds or gives up something', () => {
    const moving = table.filter(
      ([name, call]) =>
        call.access === 'member' &&
        (call.movesMoney || hasReceipt(call) || name === 'withdrawFromHolderOffer') &&
        !GIVES.has(name),
    );
    expect(moving.length).toBeGreaterThan(10);
    for (const [name, call] of moving) {
      expect([name, call.refusals.includes('transaction_password_required')]).toEqual([name, true]);
      // An address is written into logs: there the session has to remember it.
      expect([name, 'transactionPassword' in call.body.shape]).toEqual([name, call.method === 'POST']);
    }
  });

  it('takes back what would act later without the password: its owner may be in a hurry', () => {
    for (const name of ['cancelOrder', 'removeTrigger', 'removeBasket', 'endRegular', 'endProgramKey'] as const)
      expect([name, calls[name].refusals.some((refusal) => refusal.startsWith('transaction_password'))]).toEqual([
        name,
        false,
      ]);
  });

  it('says of each call that a practice account may not make that it has to be kept first', () => {
    for (const [name, call] of table.filter(([, one]) => one.keptOnly)) {
      expect([name, call.access, call.refusals.includes('account_not_kept')]).toEqual([name, 'member', true]);
    }
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
    ['signIn', 'phone', '+91 98123 45670', { password: 'x' }],
    ['signIn', 'otp', '123 456', { phone: '9812345670', password: 'x' }],
    ['register', 'inviteCode', 'KHARA', { phone: '9812345670', password: 'monsoon-77' }],
    ['resetLoginPassword', 'recoveryCode', 'ABCD-2345', { phone: '9', otp: '1', newPassword: 'monsoon-77' }],
    ['setTransactionPassword', 'newPassword', '123456', { oldPassword: '000000' }],
    ['submitIdentity', 'name', 'Asha Rao', {}],
    ['submitIdentity', 'idNumber', '2341 2341 2346', {}],
    ['ifscInfo', 'ifsc', 'KHAR0000001', {}],
    ['checkAccessKey', 'accessKey', 'KHARA', { id: 'BLK-1' }],
    ['marketDetail', 'code', 'THEWA', {}],
    ['marketList', 'keyword', 'THEWA', {}],
    ['submitWithdrawal', 'address', '0xABC', { currency: 'USDT', amount: '1', requestId: 'abcdefgh' }],
    ['missionAnswer', 'answer', '12.50', { id: MISSIONS[0] }],
  ] as const)('of %s takes %s as its reader sees it', (name, field, seen, more) => {
    const marked = `\u202a${seen[0]}\u200b${seen.slice(1)}\u202c\ufeff`;
    const read = z.safeParse(calls[name].body, { ...more, [field]: marked });
    expect(read.success ? (read.data as Record<string, unknown>)[field] : read.error.issues).toBe(seen);
  });

  it('takes a tax report of any financial year that the market may come to', () => {
    for (const financialYear of ['2026-27', '2099-00', '2100', '2141-42', '२०२६-२७', '２０２６－２７', '2026–27'])
      expect(refusalOf('taxReport', { financialYear })).toBe('accepted');
    expect(refusalOf('taxReport', { financialYear: '1999-00' })).toBe('financialYear: invalid_input');
  });

  it('counts the characters of a password that are seen', () => {
    expect(passwordRefusal('\u200d'.repeat(8))).toBe('password: password_required');
    expect(passwordRefusal('ab\u200d\u200d\u200d\u200d\u200d')).toBe('password: password_too_short');
    expect(z.parse(calls.signIn.body, { phone: '9', password: ' Cafe\u0301 ' }).password).toBe(' Café ');
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

it('the name of a class is one line, without what turns or hides a text', () => {
  const terms = { seats: 3, start: '100000.00', endsOn: '2026-12-20', missions: [] };
  const read = (name: string) => z.safeParse(calls.openClass.body, { ...terms, name });
  expect(read(' Com\u202Emerce\n2B\u0007 ').data?.name).toBe('Commerce 2B');
  for (const name of ['\u202E', ' \u0000', 'A'.repeat(41)])
    expect(read(name).error?.issues[0]?.message).toBe('class_name_invalid');
});

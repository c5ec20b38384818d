import { isSignedReceipt, readReceipt } from '@khara/proof';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { DAY, freeze, granted, recharge } from '#test/ledger-fixtures.ts';
import { receiptIfAny, loadReceipt, receiptOfHold, receiptOfRelease, readReceipts, releaseHold } from './index.ts';

const database = useTestDatabase({ per: 'test' });
const { keys } = testDeps();
const deps = () => ({ db: database.app, keys });

describe('a receipt', () => {
  it('is the same whenever it is asked for, and signed by the key of the server', async () => {
    const { uid, leaf, at } = await recharge(database.app, 'asha', 100n, 'RC-1');
    const receipt = await loadReceipt(deps(), { kind: 'recharge', ref: 'RC-1' });
    expect(await loadReceipt(deps(), { kind: 'recharge', ref: 'RC-1' })).toEqual(receipt);
    expect(receipt).toMatchObject({ uid, at });
    expect(isSignedReceipt({ ...readReceipt(receipt), uid, leaf, at, signer: keys.node.publicKey })).toBe(true);
    expect(isSignedReceipt({ ...readReceipt(receipt), at: at + 1 })).toBe(false);
  });

  it('is there for what moved, and null for what did not', async () => {
    await recharge(database.app, 'asha', 100n, 'RC-1');
    await recharge(database.app, 'bela', 100n, 'RC-2');
    const some = await readReceipts(deps(), 'recharge', ['RC-1', 'RC-2', 'RC-9']);
    expect([...some.keys()].toSorted()).toEqual(['RC-1', 'RC-2']);
    expect(await receiptIfAny(deps(), { kind: 'recharge', ref: 'RC-9' })).toBeNull();
    await expect(loadReceipt(deps(), { kind: 'order_hold', ref: 'RC-1' })).rejects.toThrow('no entry');
  });

  it('of what a hold gave back is found by the hold', async () => {
    await recharge(database.app, 'asha', 100n, 'RC-1');
    const opened = await granted(freeze(database.app, 'asha', 50n, 'order-5'));
    const order = { owner: 'u:asha', hold: 'order-5' };
    expect(await receiptOfHold(deps(), order)).toMatchObject({ uid: opened?.uid });
    expect(await receiptOfRelease(deps(), order)).toBeNull();
    const head = { kind: 'order_release', actor: 'user', marketDate: DAY, hold: 'order-5' } as const;
    await granted(releaseHold(database.app, { ...head, ref: 'order-5:1-1', amount: 20n }));
    const last = await granted(releaseHold(database.app, { ...head, ref: 'order-5:1-2' }));
    expect(await receiptOfRelease(deps(), order)).toMatchObject({ uid: last?.uid });
    expect(await receiptOfHold(deps(), order)).toMatchObject({ uid: last?.uid });
    expect(await receiptOfRelease(deps(), { ...order, hold: 'order-50' })).toBeNull();
  });
});

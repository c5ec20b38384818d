import { DAY_MS } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { eraseClosedAccounts } from '#modules/privacy/index.ts';
import { verifyRecordedRows } from '#src/verify/recorded-rows.ts';
import { ageOwnLimits } from '#test/age-own-limits.ts';
import { useBackOffice } from '#test/back-office.ts';
import { client, GOOD_PASSWORD, newAddress, newMember, newPhone } from '#test/client.ts';
import { newTrader, openTrading, type Trading } from '#test/trading.ts';

describe('limits of a member who closes the account and opens another', () => {
  const office = useBackOffice();
  let trading: Trading;
  let accountKeys = 1000;
  beforeAll(async () => {
    trading = await openTrading(office.database.app, { start: Date.now() });
  });

  type Member = Awaited<ReturnType<typeof newMember>>;
  const limitsOf = ({ userId }: Pick<Member, 'userId'>) => {
    const session = {
      sessionId: userId,
      tokenHash: '',
      deviceOnly: false,
      transactionPasswordUntil: Number.MAX_SAFE_INTEGER,
    };
    return newTrader(trading, { userId, accountKey: (accountKeys += 1), ...session });
  };
  const register = async (phone: string) => {
    const from = client(office.app, { 'x-forwarded-for': newAddress() });
    const payload = { phone, password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
    const { token, userInfo, defaultTransactionPassword } = await from.get('register', payload);
    const own = client(office.app, { token, 'x-forwarded-for': newAddress() });
    return { client: own, phone, userId: userInfo.id, transactionPassword: defaultTransactionPassword };
  };
  type Registered = Awaited<ReturnType<typeof register>>;
  const eraseAt = (at: number) => eraseClosedAccounts({ ...office.deps, clock: { now: () => at } });
  const close = async ({ client: own, transactionPassword }: Registered) => {
    const { erasesAt } = await own.get('closeAccount', { transactionPassword });
    await eraseAt(erasesAt!);
    return erasesAt!;
  };
  const certify = async ({ userId }: Registered, numberHash: Uint8Array) => {
    const { id } = await office.handIn(userId, numberHash);
    const payload = { approve: true };
    await office.agreeOn({ action: 'identity.decide', subject: id, payload, reason: 'documents_match' });
  };
  const inForce = async (member: Registered) => {
    const { limits, pause } = await limitsOf(member).limits();
    return [...limits.map(({ value }) => value), pause !== null];
  };
  const notices = async ({ userId }: Registered) => await limitsOf({ userId }).noticeKeys();
  const wrong = async () => {
    const found = await verifyRecordedRows(office.database.admin, office.deps.keys);
    return found.find(({ name }) => name === 'kept_identities_recorded');
  };
  const keptOf = ({ userId }: Registered) =>
    office.database.app.query<{ hash: Buffer; at: number }>(
      't.kept',
      'SELECT hash, at FROM accounts.kept_identity WHERE member_id = $1 ORDER BY id',
      [userId],
    );

  it('hold for the next account of the same phone, which may loosen them as any limit and no sooner', async () => {
    const first = await register(newPhone());
    await limitsOf(first).setLimit({ kind: 'day_loss', amount: '500.00' });
    await limitsOf(first).setLimit({ kind: 'day_orders', orders: 3 });
    await limitsOf(first).setLimit({ kind: 'no_intraday', isOn: true });
    const { pause } = await limitsOf(first).pause({ span: '7d' });
    await close(first);

    const second = await register(first.phone);
    expect(second.userId).not.toBe(first.userId);
    expect(await inForce(second)).toEqual(['500.00', '3', null, 'on', true]);
    expect((await limitsOf(second).limits()).pause).toEqual(pause);
    expect(await notices(second)).toContain('ownLimitsCarried');
    const asked = await limitsOf(second).setLimit({ kind: 'day_orders', orders: 100 });
    expect(asked.limits[1]).toMatchObject({ value: '3', asked: { value: '100' } });
    // Closed once more, and opened once more.
    await close(second);
    expect(await inForce(await register(first.phone))).toEqual(['500.00', '3', null, 'on', true]);
  });

  it('hold for an account of another phone from the identity check on, where they are stricter', async () => {
    const aadhaar = Buffer.alloc(32, 7);
    const first = await register(newPhone());
    await certify(first, aadhaar);
    await limitsOf(first).setLimit({ kind: 'largest_order', amount: '1000.00' });
    await limitsOf(first).setLimit({ kind: 'day_orders', orders: 30 });
    await close(first);

    const second = await register(newPhone());
    await limitsOf(second).setLimit({ kind: 'day_orders', orders: 5 });
    await limitsOf(second).setLimit({ kind: 'largest_order', amount: '9000.00' });
    expect(await inForce(second)).toEqual([null, '5', '9000.00', null, false]);
    expect(await notices(second)).not.toContain('ownLimitsCarried');
    await certify(second, aadhaar);
    expect(await inForce(second)).toEqual([null, '5', '1000.00', null, false]);
    expect(await notices(second)).toContain('ownLimitsCarried');
  });

  it('that were loosened in the new account are not found again in a third', async () => {
    const first = await register(newPhone());
    await limitsOf(first).setLimit({ kind: 'day_orders', orders: 3 });
    await close(first);
    const second = await register(first.phone);
    await limitsOf(second).setLimit({ kind: 'day_orders' });
    await ageOwnLimits(office.database.admin, second.userId, DAY_MS);
    const { marketDate } = trading.deps.market.now();
    trading.clock.advance(DAY_MS / 8);
    await trading.stepUntil(() => trading.deps.market.now().marketDate !== marketDate);
    expect(await inForce(second)).toEqual([null, null, null, null, false]);
    await close(second);
    expect(await inForce(await register(first.phone))).toEqual([null, null, null, null, false]);
  });

  it('are those of no other phone, and of an account without limits nothing is kept', async () => {
    const [limited, free] = [await register(newPhone()), await register(newPhone())];
    await limitsOf(limited).setLimit({ kind: 'day_orders', orders: 3 });
    await close(limited);
    await close(free);
    expect(await keptOf(free)).toEqual([]);
    for (const phone of [newPhone(), free.phone]) expect(await inForce(await register(phone))).not.toContain('3');
  });

  it('are kept by a hash that leads to no number, for 366 days, and the log is whole before and after', async () => {
    const member = await register(newPhone());
    await certify(member, Buffer.alloc(32, 8));
    await limitsOf(member).setLimit({ kind: 'day_orders', orders: 3 });
    const closedAt = await close(member);
    const kept = await keptOf(member);
    expect(kept.map(({ at }) => at)).toEqual([closedAt, closedAt]);
    expect(kept.map(({ hash }) => hash.toString('hex'))).not.toContain(Buffer.alloc(32, 8).toString('hex'));
    expect(await wrong()).toMatchObject({ violations: 0 });
    await eraseAt(closedAt + 366 * DAY_MS);
    expect(await keptOf(member)).toHaveLength(2);
    await eraseAt(closedAt + 366 * DAY_MS + 1);
    expect(await keptOf(member)).toEqual([]);
    expect(await wrong()).toMatchObject({ violations: 0 });
    expect(await inForce(await register(member.phone))).toEqual([null, null, null, null, false]);
  });
});

import { readDrawProof, verifyDraw } from '@khara/lottery';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase, recordTheCause, stopTheBooks } from '#test/database.ts';
import { balances, granted } from '#test/ledger-fixtures.ts';
import { openOfferings, sellUnarrived } from '#test/offerings-market.ts';
import { readLockIn } from '#modules/portfolio/index.ts';
import { offeringById } from './offering-store.ts';

const KIRANMALA = 'PP-KIRANMALA-0';
const KEY = 'KHARA';
const START = 100_000_000n;
/** Of a share, in paise; fifteen make a lot. */
const PRICE = 461_430n;

const refusalOf = async (call: Promise<{ refused?: string | undefined }> | { refused?: string | undefined }) =>
  (await call).refused;

describe('a private placement', () => {
  const database = useTestDatabase({ per: 'test' });
  let offerings: ReturnType<typeof openOfferings>;
  type Member = Awaited<ReturnType<typeof offerings.member>>;
  let pays: Member;
  let leaves: Member;
  let poor: Member;
  const noticesOf = async ({ userId }: Member): Promise<readonly string[]> => {
    const rows = await database.app.query<{ key: string }>(
      'test.notices',
      `SELECT key FROM notices.notice WHERE member_id = $1 AND about LIKE 'application:%' ORDER BY id`,
      [userId],
    );
    return rows.map(({ key }) => key);
  };

  beforeEach(async () => {
    offerings = openOfferings(database.app, { seeds: ['KIRANMALA'] });
    await offerings.run();
    [pays, leaves] = await Promise.all([offerings.member(), offerings.member()]);
    // Enough for the quarter of eight lots, and for little more.
    poor = await offerings.member(14_000_000n);
  });
  const applied = () =>
    Promise.all(
      [pays, leaves, poor].map((member) =>
        granted(Promise.resolve(member.subscribe({ id: KIRANMALA, lots: 8, accessKey: KEY }))),
      ),
    );
  /** All three have shares, and some days to pay the rest. */
  async function allotted(): Promise<void> {
    await applied();
    await offerings.goTo('2026-11-23T15:31');
    await offerings.goTo('2026-11-23T15:51');
  }

  it('is for holders of its key, shows its terms to them alone, and blocks a quarter', async () => {
    expect(await pays.offering(KIRANMALA)).toMatchObject({ locked: true, issuePrice: null, requiredAmount: null });
    expect(await refusalOf(pays.subscribe({ id: KIRANMALA, lots: 8 }))).toBe('access_key_required');
    expect(await refusalOf(pays.enterKey(KIRANMALA, 'GUESS'))).toBe('access_key_wrong');
    const { terms } = await granted(Promise.resolve(pays.enterKey(KIRANMALA, KEY)));
    expect(terms).toMatchObject({
      locked: false,
      issuePrice: '4816.55',
      discountedPrice: '4614.30',
      discountRate: '4.20',
    });
    expect(await refusalOf(pays.subscribe({ id: KIRANMALA, lots: 1 }))).toBe('lots_below_minimum');
    expect(await refusalOf(pays.subscribe({ id: KIRANMALA, lots: 26 }))).toBe('lots_above_maximum');
    for (const application of await applied())
      expect(application).toMatchObject({ state: 'subscribed', amount: '553716.00', frozenAmount: '138429.00' });
  });

  it('is shared out in proportion, and asks for the rest by a deadline', async () => {
    await allotted();
    for (const member of [pays, leaves, poor]) {
      const [application] = await member.applications();
      expect(application).toMatchObject({ state: 'winning_lots', offeringState: 'pending_listing', rank: null });
      const cost = BigInt(application!.allottedShares) * PRICE;
      expect(application!.winningLots).toBeGreaterThan(0);
      expect(application!.winningLots + application!.lotsFailed).toBe(8);
      expect(Number(application!.unpaidAmount)).toBe(Number(cost) / 100 - 138_429);
      expect(application!.signingEndsAt).toBeGreaterThan(offerings.deps.clock.now());
      expect(await noticesOf(member)).toEqual(['applicationMade', 'placementAllotted']);
    }
    const proof = await granted(Promise.resolve(pays.proof(KIRANMALA)));
    expect(proof.version).toBe('khara/prorata/1');
    expect(verifyDraw(readDrawProof(proof)).holds).toBe(true);
  });

  it('takes nothing with a signature while money is stopped', async () => {
    await allotted();
    const [application] = await pays.applications();
    const before = await balances(database.app, pays.userId);
    await stopTheBooks(database.app);
    await expect(async () => pays.sign(application!.id)).rejects.toMatchObject({ code: 'KH003' });
    expect(await balances(database.app, pays.userId)).toEqual(before);
    expect((await pays.applications())[0]).toMatchObject({ state: 'winning_lots' });
    for (const actor of ['S-1', 'S-2']) await recordTheCause(database.admin, actor);
  });

  it('takes the rest with the signature, and nothing from those who have too little', async () => {
    await allotted();
    const [application] = await pays.applications();
    const cost = BigInt(application!.allottedShares) * PRICE;
    const signed = await granted(Promise.resolve(pays.sign(application!.id)));
    expect(signed).toMatchObject({ state: 'signed', unpaidAmount: '0.00', frozenAmount: '0.00' });
    expect(await balances(database.app, pays.userId)).toEqual({ 101: START - cost });
    const before = await balances(database.app, poor.userId);
    expect(await refusalOf(poor.sign((await poor.applications())[0]!.id))).toBe('insufficient_funds');
    expect(await balances(database.app, poor.userId)).toEqual(before);
    expect((await poor.applications())[0]).toMatchObject({ state: 'winning_lots' });
  });

  it('takes no money of the day’s sales that buys nothing yet with the signature', async () => {
    await allotted();
    const [application] = await pays.applications();
    const before = await balances(database.app, pays.userId);
    const today = offerings.deps.market.now().marketDate;
    await sellUnarrived(database.app, pays.userId, today, before[101]! - 1n);
    expect(await refusalOf(pays.sign(application!.id))).toBe('insufficient_funds');
    expect(await balances(database.app, pays.userId)).toEqual(before);
    expect((await pays.applications())[0]).toMatchObject({ state: 'winning_lots' });
  });

  it('brings the shares to who paid; what was left unpaid lapses and everything returns', async () => {
    await allotted();
    await granted(Promise.resolve(pays.sign((await pays.applications())[0]!.id)));
    // The 24th is a holiday.
    await offerings.goTo('2026-11-25T15:30');
    const { asset } = (await offeringById(database.app, KIRANMALA))!;
    const [paid] = await pays.applications();
    expect(await balances(database.app, pays.userId, asset)).toEqual({ 120: BigInt(paid!.allottedShares) });
    expect(await noticesOf(pays)).toEqual([
      'applicationMade',
      'placementAllotted',
      'allotmentSigned',
      'sharesCredited',
    ]);
    // Signed and credited, but not settled: they may be sold, on the exchange only, from the listing date on.
    const { lockIn, listingDate } = await pays.offering(KIRANMALA);
    expect(lockIn).toBe('exchange_only');
    const locked = await readLockIn(database.app, pays.userId, asset, '2026-11-25');
    expect(locked).toEqual({ locked: paid!.allottedShares, sellable: 0, until: listingDate });
    expect(await readLockIn(database.app, pays.userId, asset, listingDate)).toMatchObject({ locked: 0, until: null });
    for (const [member, had] of [
      [leaves, START],
      [poor, 14_000_000n],
    ] as const) {
      expect((await member.applications())[0]).toMatchObject({
        state: 'lapsed',
        frozenAmount: '0.00',
        unpaidAmount: '0.00',
        paidAmount: '0.00',
      });
      expect(await balances(database.app, member.userId)).toEqual({ 101: had });
      expect(await balances(database.app, member.userId, asset)).toEqual({});
      expect(await noticesOf(member)).toEqual(['applicationMade', 'placementAllotted', 'allotmentLapsed']);
      expect(await refusalOf(member.sign((await member.applications())[0]!.id))).toBe('signing_window_over');
    }
    const [open] = await database.app.query<{ count: bigint }>(
      'test.obligations',
      `SELECT count(*) FROM offerings.offering_obligation WHERE state = 'open'`,
    );
    expect(open!.count).toBe(0n);
  });
});

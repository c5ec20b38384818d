import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import {
  balances,
  buyFill,
  credit,
  DAY,
  freeze,
  freezeShares,
  granted,
  ISIN,
  recharge,
  sellFill,
  trade,
} from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const SHARES = ledger.equity(ISIN);
const release = (kind: 'order_release' | 'sell_release', hold: string) =>
  ({ kind, ref: hold, hold, actor: 'system', marketDate: DAY }) as const;

describe('a hold', () => {
  const database = useTestDatabase();

  it('is decided by itself among many that are opened at once, and leaves what must be left', async () => {
    for (const user of ['mira', 'nila', 'omar']) await recharge(database.app, user, user === 'nila' ? 10n : 1_000n);
    const many = (owners: string, keep: string) =>
      database.app.query<{ n: number; held: boolean }>(
        't.hold_many',
        `SELECT h.n, h.leaf IS NOT NULL AS held FROM ledger.hold_open_batch('{order_hold,order_hold,order_hold}', '{M1,M2,M3}', '{user,user,user}',
           '{${DAY},${DAY},${DAY}}', $1, '{INR,INR,INR}', '{500,500,500}', $2) h`,
        [owners, keep],
      );
    await expect(many('{u:mira,u:omar,u:mira}', '{0,0,0}')).rejects.toMatchObject({ code: 'KH002' });
    expect(await many('{u:mira,u:nila,u:omar}', '{500,0,501}')).toEqual([
      { n: 1, held: true },
      { n: 2, held: false }, // has too little
      { n: 3, held: false }, // would have too little left
    ]);
    expect(await balances(database.app, 'mira')).toEqual({ 101: 500n, 102: 500n });
    expect(await balances(database.app, 'omar')).toEqual({ 101: 1_000n });
  });

  it('is opened for an order, spent by its fills in parts, and gives back what is left', async () => {
    await recharge(database.app, 'asha', 100_000n);
    await granted(freeze(database.app, 'asha', 41_000n, 'O1'));
    await ledger.addSources(database.app, DAY, [trade('T1', 4n, 16_000n), trade('T2', 6n, 23_900n)]);
    const { use, ...first } = buyFill('asha', 'T1', {
      hold: 'O1',
      shares: 4n,
      value: 16_000n,
      brokerage: 20n,
      charges: 30n,
    });
    await granted(ledger.captureHold(database.app, { ...first, ...use }));
    expect(await balances(database.app, 'asha')).toEqual({ 101: 59_000n, 102: 24_950n });

    // The last fill was cheaper than the hold had foreseen: the rest goes back with it.
    const last = buyFill('asha', 'T2', {
      hold: 'O1',
      shares: 6n,
      value: 23_900n,
      brokerage: 20n,
      charges: 40n,
      released: 990n,
    });
    await ledger.postBatch(database.app, [last]);
    expect(await balances(database.app, 'asha')).toEqual({ 101: 59_990n });
    expect(await balances(database.app, 'asha', SHARES)).toEqual({ 122: 10n });
    expect(await granted(ledger.releaseHold(database.app, release('order_release', 'O1')))).toBeUndefined();

    const bill = await ledger.billPage(database.app, { owner: 'u:asha', size: 20 });
    expect(bill.map((line) => [line.businessType, line.amount, line.before, line.after])).toEqual([
      ['charges', -60n, 60_050n, 59_990n],
      ['buy', -23_900n, 83_950n, 60_050n],
      ['charges', -50n, 84_000n, 83_950n],
      ['buy', -16_000n, 100_000n, 84_000n],
      ['recharge', 100_000n, 0n, 100_000n],
    ]);
  });

  it('that lapses gives everything back, once', async () => {
    await recharge(database.app, 'hema', 1_000n);
    await granted(freeze(database.app, 'hema', 500n, 'O2'));
    expect(await granted(ledger.releaseHold(database.app, release('order_release', 'O2')))).toMatchObject({
      replay: false,
    });
    expect(await granted(ledger.releaseHold(database.app, release('order_release', 'O2')))).toBeUndefined();
    expect(await balances(database.app, 'hema')).toEqual({ 101: 1_000n });
  });

  it('cannot be spent beyond what it has, by another kind, or twice for one trade', async () => {
    await recharge(database.app, 'uma', 1_000n);
    await granted(freeze(database.app, 'uma', 500n, 'O3'));
    await ledger.addSources(database.app, DAY, [trade('T3', 1n, 501n), trade('T4', 1n, 200n)]);
    const dear = buyFill('uma', 'T3', { hold: 'O3', shares: 1n, value: 501n, brokerage: 0n, charges: 0n });
    await expect(ledger.postBatch(database.app, [withoutZeros(dear)])).rejects.toMatchObject({ code: '23514' });
    const fits = withoutZeros(
      buyFill('uma', 'T4', { hold: 'O3', shares: 1n, value: 200n, brokerage: 0n, charges: 0n }),
    );
    await expect(ledger.postBatch(database.app, [{ ...fits, kind: 'sell_fill' }])).rejects.toMatchObject({
      code: 'KH002',
    });
    await expect(
      ledger.postBatch(database.app, [{ ...fits, use: { ...fits.use, hold: 'O99' } }]),
    ).rejects.toMatchObject({ code: 'KH002' });
    await expect(ledger.postBatch(database.app, [fits, fits])).rejects.toMatchObject({ code: '23505' });
    expect(await balances(database.app, 'uma')).toEqual({ 101: 500n, 102: 500n });
    await ledger.postBatch(database.app, [
      fits,
      { ...release('order_release', 'O3'), lines: [], use: { hold: 'O3', captured: 0n, released: 300n } },
    ]);
    expect(await balances(database.app, 'uma')).toEqual({ 101: 800n });
  });

  it('moves what is frozen by what it says, and no line beside it does', async () => {
    await recharge(database.app, 'veda', 1_000n);
    await granted(freeze(database.app, 'veda', 400n, 'O5'));
    await granted(freeze(database.app, 'veda', 500n, 'O6'));
    const before = await balances(database.app, 'veda');
    // One paisa of the first hold is given back, and with it a hundred that are the second one's.
    const lines = [
      ledger.move({ owner: 'u:veda', asset: 'INR', code: ledger.CODES.frozenForOrders }, -100n),
      ledger.move(ledger.available('veda'), 100n),
    ];
    const more = { ...release('order_release', 'O5'), lines, use: { hold: 'O5', captured: 0n, released: 1n } };
    await expect(ledger.postBatch(database.app, [more])).rejects.toMatchObject({ code: 'KH002' });
    await ledger.addSources(database.app, DAY, [trade('T5', 1n, 200n)]);
    const { use, ...fill } = withoutZeros(
      buyFill('veda', 'T5', { hold: 'O5', shares: 1n, value: 200n, brokerage: 0n, charges: 0n }),
    );
    const spent = { ...fill, ...use, lines: [...fill.lines, ...lines] };
    await expect(ledger.captureHold(database.app, spent)).rejects.toMatchObject({ code: 'KH002' });
    expect(await balances(database.app, 'veda')).toEqual(before);
    for (const hold of ['O5', 'O6']) await ledger.releaseHold(database.app, release('order_release', hold));
  });

  it('needs an amount, and a kind that opens one', async () => {
    await expect(freeze(database.app, 'asha', 0n, 'O4')).rejects.toMatchObject({ name: 'SqlError' });
    await expect(freeze(database.app, 'asha', -5n, 'O4')).rejects.toMatchObject({ name: 'SqlError' });
    const release = ledger.openHold(database.app, {
      kind: 'order_release',
      hold: 'O4',
      owner: 'u:asha',
      asset: 'INR',
      amount: 1n,
      actor: 'user',
      marketDate: DAY,
    });
    await expect(release).rejects.toMatchObject({ code: 'KH002' });
  });
});

describe('shares for a sale', () => {
  const database = useTestDatabase({ per: 'test' });
  beforeEach(async () => {
    await recharge(database.app, 'bela', 100_000n);
    await credit(database.app, 'bela', 5n);
    await granted(freeze(database.app, 'bela', 10_000n, 'B1'));
    await ledger.addSources(database.app, DAY, [trade('T1', 10n, 10_000n)]);
    await ledger.postBatch(database.app, [
      withoutZeros(buyFill('bela', 'T1', { hold: 'B1', shares: 10n, value: 10_000n, brokerage: 0n, charges: 0n })),
    ]);
  });

  it('come from the settled ones first, then from those bought today', async () => {
    await granted(freezeShares(database.app, 'bela', 3n, 'S1'));
    expect(await balances(database.app, 'bela', SHARES)).toEqual({ 120: 2n, 121: 3n, 122: 10n });
    await granted(freezeShares(database.app, 'bela', 6n, 'S2'));
    expect(await balances(database.app, 'bela', SHARES)).toEqual({ 121: 9n, 122: 6n });
    expect(await freezeShares(database.app, 'bela', 7n, 'S3')).toEqual({ refused: 'insufficient_holdings' });
  });

  it('are delivered from the settled ones first, and go back to where they came from', async () => {
    await granted(freezeShares(database.app, 'bela', 3n, 'S1'));
    await granted(freezeShares(database.app, 'bela', 6n, 'S2'));
    await ledger.addSources(database.app, DAY, [trade('T2', 3n, 4_000n)]);
    await ledger.postBatch(database.app, [
      sellFill('bela', 'T2', { hold: 'S2', shares: 3n, value: 4_000n, brokerage: 10n, charges: 5n }),
      { ...release('sell_release', 'S2'), lines: [], use: { hold: 'S2', captured: 0n, released: 3n } },
    ]);
    expect(await balances(database.app, 'bela', SHARES)).toEqual({ 121: 3n, 122: 9n });
    await granted(ledger.releaseHold(database.app, release('sell_release', 'S1')));
    expect(await balances(database.app, 'bela', SHARES)).toEqual({ 120: 3n, 122: 9n });
  });

  it('that settle become free', async () => {
    const lines = [
      ledger.move(ledger.unsettledShares('bela', ISIN), -10n),
      ledger.move(ledger.freeShares('bela', ISIN), 10n),
    ];
    await granted(
      ledger.post(database.app, { kind: 'settle', ref: `bela ${DAY}`, actor: 'system', marketDate: DAY, lines }),
    );
    expect(await balances(database.app, 'bela', SHARES)).toEqual({ 120: 15n });
  });

  it('may cost more to sell than they bring', async () => {
    await granted(freezeShares(database.app, 'bela', 1n, 'S4'));
    await ledger.addSources(database.app, DAY, [trade('T5', 1n, 500n)]);
    await ledger.postBatch(database.app, [
      sellFill('bela', 'T5', { hold: 'S4', shares: 1n, value: 500n, brokerage: 300n, charges: 2_360n }),
    ]);
    expect(await ledger.billPage(database.app, { owner: 'u:bela', size: 2 })).toMatchObject([
      { businessType: 'charges', amount: -2_660n },
      { businessType: 'sell', amount: 500n },
    ]);
  });
});

describe('a batch', () => {
  const database = useTestDatabase();
  /** New users, each with an open hold of 5,000 paise that is named after them. */
  async function holders(names: readonly string[]): Promise<void> {
    for (const user of names) await recharge(database.app, user, 10_000n);
    for (const user of names) await granted(freeze(database.app, user, 5_000n, `hold-${user}`));
  }

  it('writes entries of many users, and several of one, in the order in which they were given', async () => {
    const users = ['asha', 'bela', 'chitra'];
    await holders(users);
    const fills = [0, 1, 2, 3].flatMap((n) =>
      users.slice(0, n + 1).map((user) => ({ user, id: `T-${user}-${n}`, value: 100n * BigInt(n + 1) })),
    );
    await ledger.addSources(
      database.app,
      DAY,
      fills.map((fill) => trade(fill.id, 1n, fill.value)),
    );
    const receipts = await ledger.postBatch(
      database.app,
      fills.map((fill) =>
        buyFill(fill.user, fill.id, {
          hold: `hold-${fill.user}`,
          shares: 1n,
          value: fill.value,
          brokerage: 1n,
          charges: 2n,
        }),
      ),
    );
    expect(receipts).toHaveLength(fills.length);
    const entries = await database.app.query<{ uid: string }>(
      't.refs',
      `SELECT uid, ref FROM ledger.entry WHERE ref = ANY ($1) ORDER BY id`,
      [fills.map(({ id }) => id)],
    );
    expect(entries).toEqual(fills.map((fill, n) => ({ uid: receipts[n]?.uid, ref: fill.id })));
    const asha = await ledger.billPage(database.app, { owner: 'u:asha', businessType: 'buy', size: 20 });
    expect(asha.map((line) => line.ref)).toEqual(['T-asha-3', 'T-asha-2', 'T-asha-1', 'T-asha-0']);
    expect(asha.map((line) => line.amount)).toEqual([-400n, -300n, -200n, -100n]);
  });

  it('writes all or nothing', async () => {
    await holders(['dina', 'esha']);
    await ledger.addSources(database.app, DAY, [trade('good', 1n, 10n)]);
    const good = buyFill('dina', 'good', { hold: 'hold-dina', shares: 1n, value: 10n, brokerage: 1n, charges: 1n });
    const unknown = buyFill('esha', 'no such trade', {
      hold: 'hold-esha',
      shares: 1n,
      value: 10n,
      brokerage: 1n,
      charges: 1n,
    });
    const before = await balances(database.app, 'dina');
    await expect(ledger.postBatch(database.app, [good, unknown])).rejects.toMatchObject({ code: 'KH002' });
    expect(await balances(database.app, 'dina')).toEqual(before);
  });

  it('of nothing is nothing', async () => {
    expect(await ledger.postBatch(database.app, [])).toEqual([]);
  });

  it('meets others that hold the same users without a deadlock', async () => {
    await ledger.addSources(
      database.app,
      DAY,
      Array.from({ length: 60 }, (_, n) => trade(`D${n}`, 1n, 1n)),
    );
    const users = ['farah', 'gita', 'hema'];
    await holders(users);
    const spent = async () =>
      (
        await database.app.query<{ spent: bigint }>('t.spent', 'SELECT sum(captured)::bigint AS spent FROM ledger.hold')
      )[0]!.spent;
    const before = await spent();
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const order = n % 2 ? users : [...users].reverse();
        return ledger.postBatch(
          database.app,
          order.map((user, place) =>
            withoutZeros(
              buyFill(user, `D${n * 3 + place}`, {
                hold: `hold-${user}`,
                shares: 1n,
                value: 1n,
                brokerage: 0n,
                charges: 0n,
              }),
            ),
          ),
        );
      }),
    );
    expect(await spent()).toBe(before + 60n);
  });
});

describe('members who trade at random', () => {
  const database = useTestDatabase();

  it('keep the books whole, and lose nothing to the last paisa', async () => {
    let n = 0;
    const user = fc.constantFrom('asha', 'bela', 'chitra');
    const step = fc.oneof(
      fc.record({ do: fc.constant('recharge' as const), user, amount: fc.bigInt(1n, 10_000n) }),
      fc.record({
        do: fc.constant('order' as const),
        user,
        amount: fc.bigInt(1n, 3_000n),
        fills: fc.array(fc.bigInt(1n, 800n), { maxLength: 4 }),
      }),
      fc.record({
        do: fc.constant('sale' as const),
        user,
        amount: fc.bigInt(1n, 6n),
        fills: fc.array(fc.bigInt(1n, 3n), { maxLength: 3 }),
      }),
      fc.record({ do: fc.constant('settle' as const), user, amount: fc.constant(0n) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        for (const one of steps) {
          n += 1;
          if (one.do === 'recharge') await recharge(database.app, one.user, one.amount, `R${n}`);
          if (one.do === 'order') await order(`O${n}`, one);
          if (one.do === 'sale') await sale(`S${n}`, one);
          if (one.do === 'settle') await settle(`D${n}`, one.user);
        }
        const broken = await database.admin.query(
          't.check',
          'SELECT name, sample FROM audit.check_all() WHERE violations <> 0',
        );
        expect(broken).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  type Attempt = { user: string; amount: bigint; fills: readonly bigint[] };

  async function order(id: string, { user, amount, fills }: Attempt): Promise<void> {
    const held = await freeze(database.app, user, amount, id);
    if (held.refused) return;
    let left = amount;
    const entries = fills.flatMap((value, k) => {
      const cost = value + 3n;
      if (cost > left) return [];
      left -= cost;
      return [buyFill(user, `${id}-${k}`, { hold: id, shares: 2n, value, brokerage: 1n, charges: 2n })];
    });
    await settleOrder(
      id,
      'order_release',
      entries,
      entries.map((entry) => trade(entry.ref, 2n, entry.lines[0]!.amount)),
      left,
    );
  }

  async function sale(id: string, { user, amount, fills }: Attempt): Promise<void> {
    const held = await freezeShares(database.app, user, amount, id);
    if (held.refused) return;
    let left = amount;
    const entries = fills.flatMap((shares, k) => {
      if (shares > left) return [];
      left -= shares;
      return [sellFill(user, `${id}-${k}`, { hold: id, shares, value: shares * 50n, brokerage: 1n, charges: 2n })];
    });
    await settleOrder(
      id,
      'sell_release',
      entries,
      entries.map((entry) => trade(entry.ref, entry.use.captured, entry.use.captured * 50n)),
      left,
    );
  }

  /** All at once in a batch, or the release by itself: both ways must do. */
  async function settleOrder(
    id: string,
    kind: 'order_release' | 'sell_release',
    entries: readonly ledger.BatchEntry[],
    sources: readonly ledger.Source[],
    left: bigint,
  ): Promise<void> {
    await database.app.transaction(async (tx) => {
      await ledger.addSources(tx, DAY, sources);
      const rest = { ...release(kind, id), lines: [], use: { hold: id, captured: 0n, released: left } };
      await ledger.postBatch(tx, left > 0n && left % 2n === 0n ? [...entries, rest] : entries);
      if (left % 2n === 1n) await granted(ledger.releaseHold(tx, release(kind, id)));
    });
  }

  async function settle(id: string, user: string): Promise<void> {
    const unsettled = (await balances(database.app, user, SHARES))[122];
    if (!unsettled) return;
    const lines = [
      ledger.move(ledger.unsettledShares(user, ISIN), -unsettled),
      ledger.move(ledger.freeShares(user, ISIN), unsettled),
    ];
    await granted(ledger.post(database.app, { kind: 'settle', ref: id, actor: 'system', marketDate: DAY, lines }));
  }
});

/** Charges of nothing make no line. */
function withoutZeros<E extends ledger.BatchEntry>(entry: E): E {
  return { ...entry, lines: entry.lines.filter((line) => line.amount !== 0n) };
}

import { randomBytes } from 'node:crypto';
import { entryLeaf } from '@khara/proof';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { credit, DAY, ISIN, recharge } from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const ASSET = ledger.equity(ISIN);
const ORDER = 'order-7';

const database = useTestDatabase({ per: 'test' });

type Account = {
  readonly id: bigint;
  readonly person: number;
  readonly assetId: number;
  readonly balance: bigint;
  readonly seq: bigint;
  readonly head: Uint8Array;
  readonly lastAt: number;
  readonly owned: bigint;
  readonly billSeq: bigint;
};

async function account(owner: string, asset: string, code: number): Promise<Account> {
  const [row] = await database.admin.query<Account>(
    'test.account',
    'SELECT * FROM ledger.account WHERE owner = $1 AND asset = $2 AND code = $3',
    [`u:${owner}`, asset, code],
  );
  if (!row) throw new Error(`no account ${code} of ${owner}`);
  return { ...row, lastAt: row.lastAt };
}

/** An order of a member's that was filled as it was placed: five shares at a rupee. */
const fill = () =>
  database.admin.query(
    'test.order',
    `INSERT INTO trading."order" (id, user_id, account_key, request_id, req, code, asset, side, type, product, validity,
       quantity, price_paise, market_date, market_time, accepted_ms, state, filled, filled_paise, frozen_paise, updated_ms,
       market_day, applied_step, applied_index, matched_ms, matched_time, book, fill_trade, fill_quantity,
       fill_price_paise, fill_mac, fill_phase, fill_aggressor, position_id, brokerage_paise)
     VALUES (7, 'asha', 1, 'r', sha256('r'), 'C', '${ASSET}', 'buy', 'market', 'delivery', 'day', 5, 100, '${DAY}',
       '${DAY}T10:00:00', 1, 'complete', 5, 500, 0, 1, 0, 1, 0, 1, '${DAY}T10:00:00', '{}', '{1}', '{5}', '{100}', ARRAY[substring(sha256('') FOR 16)],
       'continuous', true, 1, 10)`,
  );

type Entry = Parameters<typeof ledger.makeEntry>[0];
type Change = (entry: Entry) => Entry;

/** The entry of that order, as it should be, or changed before it is made. */
async function made(change: Change = (entry) => entry, at = Date.now()): Promise<ledger.MadeEntry> {
  const money = await account('asha', 'INR', 101);
  const shares = await account('asha', ASSET, 122);
  const inr = { assetNumber: money.assetId };
  const equity = { assetNumber: shares.assetId };
  const entry: Entry = {
    kind: 'buy',
    ref: ORDER,
    owner: ledger.userOwner('asha'),
    person: money.person,
    money: { ...money, billSeq: money.billSeq },
    billLines: 2,
    salt: randomBytes(ledger.SALT_BYTES),
    lines: [
      { ...ledger.move(ledger.available('asha'), -510n), ...inr, state: money },
      { ...ledger.move(ledger.clearing(), 500n), ...inr },
      { ...ledger.move(ledger.brokerage, 10n), ...inr },
      { ...ledger.move(ledger.clearing(ASSET), -5n), ...equity },
      { ...ledger.move(ledger.unsettledShares('asha', ISIN), 5n), ...equity, state: shares },
    ],
  };
  return ledger.makeEntry(change(entry), { actor: 'user', marketDate: DAY, at });
}

const write = (entry: ledger.MadeEntry) =>
  database.app
    .transaction((tx) => ledger.writeEntries(tx, [entry]))
    .then(
      () => undefined,
      (error: unknown) => error,
    );

/** Changes amounts by their places among the lines. */
const amounts =
  (changed: Readonly<Record<number, bigint>>): Change =>
  (entry) => ({ ...entry, lines: entry.lines.map((line, at) => ({ ...line, amount: changed[at] ?? line.amount })) });
const state =
  (changed: Partial<ledger.AccountState>): Change =>
  (entry) => ({
    ...entry,
    lines: entry.lines.map((line, at) => (at === 0 ? { ...line, state: { ...line.state!, ...changed } } : line)),
  });

describe('an entry that the caller has made', () => {
  beforeEach(async () => {
    await recharge(database.app, 'asha', 1_500n);
    await recharge(database.app, 'ravi', 1_000n);
    await credit(database.app, 'ravi', 9n);
    await database.app.query('test.account_of', 'SELECT ledger.account_of($1, $2, 122::smallint)', ['u:asha', ASSET]);
    await fill();
  });

  it('moves what it says, goes on in each chain, and has the leaf of its content', async () => {
    const before = await account('asha', 'INR', 101);
    const entry = await made();
    expect(await write(entry)).toBeUndefined();
    const after = await account('asha', 'INR', 101);
    expect(after).toMatchObject({ balance: 990n, seq: before.seq + 1n, owned: 990n, billSeq: before.billSeq + 2n });
    expect(await account('asha', ASSET, 122)).toMatchObject({ balance: 5n, seq: 1n });
    const { uid, kind, ref, salt, at, lines } = entry;
    const leaf = entryLeaf({
      uid,
      kind,
      ref,
      actor: 'user',
      marketDate: DAY,
      at,
      salt,
      lines: lines.map(({ state: its, ...line }) => ({
        ...line,
        ...(its && { after: its.balance + line.amount, seq: its.seq + 1n, prev: its.head }),
      })),
    });
    expect(Buffer.from(entry.leaf)).toEqual(Buffer.from(leaf));
  });

  it('has the instant of the clock', async () => {
    for (const at of [Date.now() + 60_000, 9_999_999_999_999])
      expect(await write(await made(undefined, at))).toMatchObject({
        code: 'KH002',
        message: expect.stringContaining('clock'),
      });
  });

  it.each(['sell', 'recharge'] as const)('does not cover a %s of the same ref', async (kind) => {
    const own = await made();
    const money = await account('ravi', 'INR', 101);
    const inr = { assetNumber: money.assetId };
    const lines = [
      { ...ledger.move(kind === 'sell' ? ledger.clearing() : ledger.railIn('INR'), -1_000_000n), ...inr },
      { ...ledger.move(ledger.available('ravi'), 1_000_000n), ...inr, state: money },
    ];
    const { person, owner } = { person: money.person, owner: ledger.userOwner('ravi') };
    const other = ledger.makeEntry(
      {
        kind: kind as 'sell',
        ref: ORDER,
        owner,
        person,
        money: { ...money, billSeq: money.billSeq },
        billLines: 1,
        salt: randomBytes(ledger.SALT_BYTES),
        lines,
      },
      { actor: 'user', marketDate: DAY, at: Date.now() },
    );
    const written = database.app.transaction((tx) => ledger.writeEntries(tx, [own, other]));
    await expect(written).rejects.toMatchObject({ code: 'KH002', message: 'entries are those of one order each' });
    expect(await account('ravi', 'INR', 101)).toMatchObject({ balance: 1_000n });
  });

  it('is written once', async () => {
    expect(await write(await made())).toBeUndefined();
    expect(await write(await made())).toMatchObject({ code: '23505' });
    expect(await account('asha', 'INR', 101)).toMatchObject({ balance: 990n });
  });

  it.each([
    ['is not worth what its order was filled for', amounts({ 0: -610n, 1: 600n }), 'KH002'],
    ['has other charges than its order was filled for', amounts({ 0: -509n, 2: 9n }), 'KH002'],
    ['has more lines of the bill than it has', ((entry) => ({ ...entry, billLines: 3 })) as Change, '23514'],
    ['has other shares than its order was filled for', amounts({ 3: -4n, 4: 4n }), 'KH002'],
    ['names an order that is not there', ((entry) => ({ ...entry, ref: 'order-8' })) as Change, 'KH002'],
    ['names an order of the other side', ((entry) => ({ ...entry, kind: 'sell' })) as Change, '23514'],
    ['does not balance', amounts({ 0: -509n }), '23514'],
    ['takes more than there is', amounts({ 0: -1_510n, 2: 1_010n }), '23514'],
    ['goes on from an older line', state({ seq: 0n }), '23514'],
    ['goes on from another balance', state({ balance: 2_000n }), '23514'],
    ['goes on from another chain', state({ head: new Uint8Array(32) }), '23514'],
  ])('is refused when it %s', async (_what, change, code) => {
    const before = await account('asha', 'INR', 101);
    const error = await write(await made(change));
    expect(error).toMatchObject({ code });
    expect(await account('asha', 'INR', 101)).toEqual(before);
  });

  it('is refused when it moves what is another member’s', async () => {
    const other = await account('ravi', 'INR', 101);
    expect(await write(await made(state(other)))).toMatchObject({ code: '23514' });
    expect(await account('ravi', 'INR', 101)).toEqual(other);
  });
});

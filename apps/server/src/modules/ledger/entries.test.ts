import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SqlError } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { makeHoldOpenExactly } from '#test/hold-open-exactly.ts';
import { balances, credit, DAY, freeze, granted, ISIN, recharge } from '#test/ledger-fixtures.ts';
import * as ledger from './index.ts';

const defect = { name: 'SqlError', code: 'KH002' };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const request = (key: string, content = 1): ledger.Request => ({ key, hash: Uint8Array.of(content) });

describe('an entry', () => {
  const database = useTestDatabase();
  beforeAll(() => makeHoldOpenExactly(database.admin));

  it('brings money in and says so on the bill', async () => {
    const receipt = await recharge(database.app, 'asha', 1_000_00n);
    expect(receipt).toMatchObject({ replay: false });
    expect(await balances(database.app, 'asha')).toEqual({ 101: 1_000_00n });
    expect(await ledger.billPage(database.app, { owner: 'u:asha', size: 20 })).toMatchObject([
      {
        id: `${receipt.entryId}-1`,
        businessType: 'recharge',
        asset: 'INR',
        amount: 1_000_00n,
        before: 0n,
        after: 1_000_00n,
        ref: 'RC-asha',
      },
    ]);
  });

  it('that a balance cannot bear is refused, and leaves nothing', async () => {
    await recharge(database.app, 'bela', 100n);
    expect(await freeze(database.app, 'bela', 101n, 'hold-bela')).toEqual({ refused: 'insufficient_funds' });
    expect(await balances(database.app, 'bela')).toEqual({ 101: 100n });
    expect(await database.app.query('t.hold', `SELECT FROM ledger.hold WHERE id = 'hold-bela'`)).toEqual([]);
  });

  it('of one who never had an account is refused in the same way', async () => {
    expect(await freeze(database.app, 'nobody', 1n, 'hold-nobody')).toEqual({ refused: 'insufficient_funds' });
  });

  it('that does not sum to zero in each asset is our defect: refused here, in the function and by the second count', async () => {
    const lines = [ledger.move(ledger.railIn('INR'), -5n), ledger.move(ledger.available('asha'), 6n)];
    const head = { kind: 'recharge', ref: 'RC-crooked', actor: 'system', marketDate: DAY } as const;
    await expect(ledger.post(database.app, { ...head, lines })).rejects.toThrow('does not balance');

    const crooked = `SELECT * FROM ledger.post(NULL, NULL, 'recharge', 'RC-crooked', 'system', '${DAY}', '{x,u:asha}', '{INR,INR}', '{301,101}', '{-5,6}')`;
    await expect(database.app.query('t.crooked', crooked)).rejects.toMatchObject(defect);
    const assets = crooked.replace('{INR,INR}', '{INR,USDT}').replace('{-5,6}', '{-5,5}');
    await expect(database.app.query('t.crooked_assets', assets)).rejects.toMatchObject(defect);

    const bare = database.admin.query(
      't.bare_entry',
      `INSERT INTO ledger.entry (id, uid, kind, ref, actor, mdate, at_ms, salt, leaf, person, asset, code, amount, after, seq, prev) OVERRIDING SYSTEM VALUE
       VALUES (900000, uuidv7(), 'rail_unmatched', 'bare', 'x', '${DAY}', 1, uuid_send(uuidv4()), sha256('x'), 0, '{1,1}', '{301,303}', '{-1,2}', '{NULL,NULL}', '{NULL,NULL}', '')`,
    );
    await expect(bare).rejects.toMatchObject({ code: '23514', constraint: 'entry_recounted' });
  });

  it('touches one user only', async () => {
    await recharge(database.app, 'chitra', 500n);
    const both = database.app.query(
      't.both',
      `SELECT * FROM ledger.post(NULL, NULL, 'reversal', 'x', 'system', '${DAY}', '{u:chitra,u:asha}', '{INR,INR}', '{101,101}', '{-5,5}')`,
    );
    await expect(both).rejects.toMatchObject(defect);
    expect(await balances(database.app, 'chitra')).toEqual({ 101: 500n });
  });

  it('names an account once', async () => {
    const twice = database.app.query(
      't.twice',
      `SELECT * FROM ledger.post(NULL, NULL, 'settle', 'x', 'system', '${DAY}', '{u:asha,u:asha,u:asha}', '{EQ:A,EQ:A,EQ:A}', '{120,120,122}', '{1,1,-2}')`,
    );
    await expect(twice).rejects.toBeInstanceOf(SqlError);
  });

  it('cannot use an account that the chart does not have', async () => {
    for (const [owner, asset, code] of [
      ['u:asha', 'EQ:INE1', 101],
      ['u:asha', 'INR', 120],
      ['u:asha', 'INR', 210],
      ['p', 'INR', 101],
      ['x', 'INR', 999],
      ['u:', 'INR', 101],
      ['u:a b', 'INR', 101],
      ['u:asha', 'EUR', 101],
    ] as const) {
      const made = database.app.query('t.account_of', 'SELECT ledger.account_of($1, $2, $3::smallint)', [
        owner,
        asset,
        code,
      ]);
      await expect(made).rejects.toMatchObject(defect);
    }
  });

  it('never comes before an older one, whatever the clock says', async () => {
    const late = await recharge(database.app, 'dev', 500n);
    const post = (ref: string, now: number) =>
      database.admin.query<{ at: number }>(
        't.exactly',
        `SELECT at_ms FROM ledger.hold_open_exactly(NULL, NULL, 'order_hold', $1, 'user', '${DAY}', 'u:dev', 'INR', 10, NULL, uuidv7(), uuid_send(uuidv4()), $2)`,
        [ref, now],
      );
    expect(await post('hold-dev-1', late.at - 400 * 86_400_000)).toEqual([{ at: late.at }]);
    expect(await post('hold-dev-2', late.at + 25 * 3_600_000)).toEqual([{ at: late.at + 25 * 3_600_000 }]);
    expect((await granted(freeze(database.app, 'dev', 1n, 'hold-dev-3'))).at).toBe(late.at + 25 * 3_600_000);
  });
});

describe('what value comes in or goes out by', () => {
  const database = useTestDatabase({ per: 'test' });
  const source = {
    type: 'rail_event',
    id: 'R1',
    purpose: 'recharge',
    owner: 'u:asha',
    asset: 'INR',
    amount: 700n,
  } as const;
  const entry = (user: string, amount: bigint, ref = 'R1') =>
    ledger.post(database.app, {
      kind: 'recharge',
      ref,
      actor: 'system',
      marketDate: DAY,
      lines: [ledger.move(ledger.railIn('INR'), -amount), ledger.move(ledger.available(user), amount)],
    });

  it('must be there, with the same amount, for the same user and purpose', async () => {
    await expect(entry('asha', 700n)).rejects.toMatchObject(defect);
    await ledger.addSources(database.app, DAY, [source]);
    await expect(entry('asha', 701n)).rejects.toMatchObject(defect);
    await expect(entry('bela', 700n)).rejects.toMatchObject(defect);
    const other = { kind: 'withdraw_return', ref: 'R1', actor: 'system', marketDate: DAY } as const;
    const lines = [ledger.move(ledger.railOut('INR'), -700n), ledger.move(ledger.available('asha'), 700n)];
    await expect(ledger.post(database.app, { ...other, lines })).rejects.toMatchObject(defect);
    expect(await entry('asha', 700n)).toMatchObject({ value: {} });
  });

  it('serves once', async () => {
    await ledger.addSources(database.app, DAY, [source]);
    await granted(entry('asha', 700n));
    await expect(entry('asha', 700n)).rejects.toMatchObject({ code: '23505', constraint: 'entry_kind_ref_key' });
    expect(await balances(database.app, 'asha')).toEqual({ 101: 700n });
  });

  it('is noted once; the same again is no news, anything else is refused', async () => {
    await ledger.addSources(database.app, DAY, [source]);
    await ledger.addSources(database.app, DAY, [source]);
    await expect(ledger.addSources(database.app, DAY, [{ ...source, amount: 900n }])).rejects.toMatchObject({
      code: 'KH001',
    });
  });

  it('of a trade gives both shares and cash, not one of them', async () => {
    await recharge(database.app, 'chitra', 1_000n);
    await granted(freeze(database.app, 'chitra', 500n, 'hold-c'));
    await ledger.addSources(database.app, DAY, [
      { type: 'trade', id: 'T1', asset: ledger.equity(ISIN), amount: 5n, valuePaise: 400n },
    ]);
    const use = {
      kind: 'buy_fill',
      ref: 'T1',
      actor: 'system',
      marketDate: DAY,
      hold: 'hold-c',
      released: 0n,
    } as const;
    const cash = ledger.move(ledger.clearing(), 400n);
    const shares = [
      ledger.move(ledger.clearing(ledger.equity(ISIN)), -5n),
      ledger.move(ledger.unsettledShares('chitra', ISIN), 5n),
    ];
    await expect(ledger.captureHold(database.app, { ...use, captured: 400n, lines: [cash] })).rejects.toMatchObject(
      defect,
    );
    const charged = [ledger.move(ledger.brokerage, 400n), ...shares];
    await expect(ledger.captureHold(database.app, { ...use, captured: 400n, lines: charged })).rejects.toMatchObject(
      defect,
    );
    const more = shares.map((line) => ledger.move(line, line.amount * 2n));
    await expect(
      ledger.captureHold(database.app, { ...use, captured: 400n, lines: [cash, ...more] }),
    ).rejects.toMatchObject(defect);
    expect(await ledger.captureHold(database.app, { ...use, captured: 400n, lines: [cash, ...shares] })).toMatchObject({
      value: {},
    });
  });
});

describe('a request', () => {
  const database = useTestDatabase({ per: 'test' });
  beforeEach(async () => {
    await recharge(database.app, 'asha', 1_000n);
  });
  const hold = (id: string, key: string, content = 1) =>
    ledger.openHold(database.app, {
      kind: 'order_hold',
      hold: id,
      owner: 'u:asha',
      asset: 'INR',
      amount: 10n,
      actor: 'user',
      marketDate: DAY,
      request: request(key, content),
    });

  it('sent again gets the same answer and moves nothing', async () => {
    const first = await granted(hold('h1', 'k1'));
    const again = await granted(hold('h1-again', 'k1'));
    expect(again).toEqual({ ...first, replay: true });
    expect(await balances(database.app, 'asha')).toEqual({ 101: 990n, 102: 10n });
  });

  it('of the same id and another content is refused', async () => {
    await granted(hold('h1', 'k1'));
    expect(await hold('h1-other', 'k1', 2)).toEqual({ refused: 'request_id_reused' });
  });

  it('that was refused may be sent again when there is money', async () => {
    const dear = {
      kind: 'order_hold',
      hold: 'h2',
      owner: 'u:asha',
      asset: 'INR',
      amount: 5_000n,
      actor: 'user',
      marketDate: DAY,
      request: request('k2'),
    } as const;
    expect(await ledger.openHold(database.app, dear)).toEqual({ refused: 'insufficient_funds' });
    await recharge(database.app, 'asha', 10_000n, 'RC-more');
    expect(await ledger.openHold(database.app, dear)).toMatchObject({ value: { replay: false } });
  });

  it('sent five times at once has one effect and five answers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((copy) => granted(hold(`h3-${round}-${copy}`, `k3-${round}`))),
      );
      expect(new Set(answers.map((answer) => answer.uid)).size).toBe(1);
      expect(answers.filter((answer) => !answer.replay)).toHaveLength(1);
    }
  });
});

describe('sixteen who spend the same money at once', () => {
  const database = useTestDatabase();

  it('have one winner, and fifteen refusals', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = `racer${round}`;
      await recharge(database.app, user, 100n);
      const spends = await Promise.all(
        Array.from({ length: 16 }, (_, n) => freeze(database.app, user, 60n, `race-${round}-${n}`)),
      );
      expect(spends.filter((spend) => spend.refused === undefined)).toHaveLength(1);
      expect(spends.filter((spend) => spend.refused === 'insufficient_funds')).toHaveLength(15);
      expect(await balances(database.app, user)).toEqual({ 101: 40n, 102: 60n });
    }
  });

  it('may make the accounts that they need at once', async () => {
    const shares = await Promise.all(
      Array.from({ length: 16 }, (_, n) => credit(database.app, 'many', 1n, `AL-many-${n}`)),
    );
    expect(shares).toHaveLength(16);
    expect(await balances(database.app, 'many', ledger.equity(ISIN))).toEqual({ 120: 16n });
  });
});

describe('a reversal', () => {
  const database = useTestDatabase();
  const reverse = (uid: string, amount: bigint) =>
    ledger.post(database.app, {
      kind: 'reversal',
      ref: uid,
      actor: 'staff-7',
      marketDate: DAY,
      lines: [ledger.move(ledger.railIn('INR'), amount), ledger.move(ledger.available('asha'), -amount)],
    });

  it('mirrors the entry that it names, once', async () => {
    const { uid } = await recharge(database.app, 'asha', 300n);
    await expect(reverse(uid, 299n)).rejects.toMatchObject(defect);
    await expect(reverse('01900000-0000-7000-8000-000000000009', 300n)).rejects.toMatchObject(defect);
    const reversal = await granted(reverse(uid, 300n));
    await recharge(database.app, 'asha', 300n, 'RC-again');
    await expect(reverse(uid, 300n)).rejects.toMatchObject({ code: '23505' });
    await expect(reverse(reversal.uid, -300n)).rejects.toMatchObject(defect);
    expect(await ledger.billPage(database.app, { owner: 'u:asha', businessType: 'adjustment', size: 5 })).toMatchObject(
      [{ amount: -300n }],
    );
  });

  it('cannot undo what was frozen', async () => {
    await recharge(database.app, 'bela', 100n);
    const { uid } = await granted(freeze(database.app, 'bela', 100n, 'hold-a'));
    const undo = database.app.query(
      't.undo',
      `SELECT * FROM ledger.post(NULL, NULL, 'reversal', $1, 'x', '${DAY}', '{u:bela,u:bela}', '{INR,INR}', '{101,102}', '{100,-100}')`,
      [uid],
    );
    await expect(undo).rejects.toMatchObject(defect);
  });
});

describe('the worked vector', () => {
  const zeros = '00'.repeat(32);
  const E1 = {
    uid: '01900000-0000-7000-8000-000000000001',
    at: 1_767_225_600_000,
    salt: '000102030405060708090a0b0c0d0e0f',
    leaf: 'b854bbf7f9e11ffe5c030ed4e4d550ff57902b8afb7451a7edcb9be3772a485f',
    head: 'b07e2cd71e5e12aaa4e1e9b4130141d12e0a4b503fda148f8ac629e89af5cb1d',
  };
  const E2 = {
    uid: '01900000-0000-7000-8000-000000000002',
    at: 1_767_225_600_001,
    salt: '101112131415161718191a1b1c1d1e1f',
    leaf: '565d6c5b578f8c54f7169aecfe444901d472b4ba4f807495a8158c14fdce104a',
    head101: 'b872d09c75c5bcda0b397019f162a761a68ea4fe49122210f660da6773539787',
    head102: '53fbd34f710527c18dc1e7b133669ab4423188ed24bbffb765b01d0bb1f5ad67',
  };
  const source = {
    type: 'rail_event',
    id: 'RC1',
    purpose: 'recharge',
    owner: 'u:u1',
    asset: 'INR',
    amount: 100_000n,
  } as const;
  type Head = { code: number; head: Uint8Array };
  const HEADS = `SELECT code, head FROM ledger.account WHERE owner = 'u:u1' ORDER BY code`;

  describe('written one by one', () => {
    const database = useTestDatabase();
    beforeAll(() => makeHoldOpenExactly(database.admin));

    it('has the leaves and heads of the specification', async () => {
      await ledger.addSources(database.app, DAY, [source]);
      const first = await database.admin.query<{ leaf: Uint8Array }>(
        't.e1',
        `SELECT leaf FROM ledger.post_exactly(NULL, NULL, 'recharge', 'RC1', 'system', '2026-01-02', '{x,u:u1}', '{INR,INR}', '{301,101}', '{-100000,100000}', $1, $2, $3)`,
        [E1.uid, Buffer.from(E1.salt, 'hex'), E1.at],
      );
      expect(first.map((row) => hex(row.leaf))).toEqual([E1.leaf]);
      expect((await database.app.query<Head>('t.heads', HEADS)).map((row) => hex(row.head))).toEqual([E1.head]);

      const second = await database.admin.query<{ leaf: Uint8Array }>(
        't.e2',
        `SELECT leaf FROM ledger.hold_open_exactly(NULL, NULL, 'order_hold', 'ORD1', 'user', '2026-01-02', 'u:u1', 'INR', 25000, NULL, $1, $2, $3)`,
        [E2.uid, Buffer.from(E2.salt, 'hex'), E2.at],
      );
      expect(second.map((row) => hex(row.leaf))).toEqual([E2.leaf]);
      expect((await database.app.query<Head>('t.heads', HEADS)).map((row) => hex(row.head))).toEqual([
        E2.head101,
        E2.head102,
      ]);
      const lines = await database.app.query<{ prev: Uint8Array }>(
        't.prev',
        'SELECT prev FROM ledger.posting WHERE prev IS NOT NULL ORDER BY entry_id, line',
      );
      expect(lines.map((row) => hex(row.prev))).toEqual([zeros, E1.head, zeros]);
    });
  });

  // A user's first hold makes the account that it freezes in, and so goes the longer way; every other one
  // goes this way.
  describe('written into accounts that are there', () => {
    const database = useTestDatabase();
    beforeAll(() => makeHoldOpenExactly(database.admin));

    it.each(['UTF8', 'LATIN1'])('is the same, for a client that speaks %s', async (encoding) => {
      await ledger.addSources(database.app, DAY, [source]);
      const made = database.admin.transaction(async (tx) => {
        await tx.query('t.account', `SELECT ledger.account_of('u:u1', 'INR', 102::smallint)`);
        await tx.query('t.encoding', `SELECT set_config('client_encoding', $1, true)`, [encoding]);
        await tx.query(
          't.e1_again',
          `SELECT leaf FROM ledger.post_exactly(NULL, NULL, 'recharge', 'RC1', 'system', '2026-01-02', '{x,u:u1}', '{INR,INR}', '{301,101}', '{-100000,100000}', $1, $2, $3)`,
          [E1.uid, Buffer.from(E1.salt, 'hex'), E1.at],
        );
        const [second] = await tx.query<{ leaf: Uint8Array }>(
          't.e2_again',
          `SELECT leaf FROM ledger.hold_open_exactly(NULL, NULL, 'order_hold', 'ORD1', 'user', '2026-01-02', 'u:u1', 'INR', 25000, NULL, $1, $2, $3)`,
          [E2.uid, Buffer.from(E2.salt, 'hex'), E2.at],
        );
        const heads = await tx.query<Head>('t.heads_again', HEADS);
        throw Object.assign(new Error('seen'), { leaf: hex(second!.leaf), heads: heads.map((row) => hex(row.head)) });
      });
      await expect(made).rejects.toMatchObject({ leaf: E2.leaf, heads: [E2.head101, E2.head102] });
    });

    it('has the bytes of texts that are not ASCII, whatever the client speaks', async () => {
      await recharge(database.app, 'esha', 1_000n);
      await granted(freeze(database.app, 'esha', 1n, 'hold-esha'));
      for (const encoding of ['UTF8', 'LATIN1']) {
        await database.admin.transaction(async (tx) => {
          await tx.query('t.encoding', `SELECT set_config('client_encoding', $1, true)`, [encoding]);
          await tx.query(
            't.not_ascii',
            `SELECT ledger.hold_open(NULL, NULL, 'order_hold', 'caf' || chr(233) || $1, 'user', '${DAY}', 'u:esha', 'INR', 1)`,
            [encoding],
          );
        });
      }
      expect((await balances(database.app, 'esha'))[102]).toBe(3n); // and the leaves are proved with all of the books
    });
  });

  describe('written as many', () => {
    const database = useTestDatabase();

    it('is the same', async () => {
      const round = (uid: string, salt: string, at: number, values: string) =>
        database.admin.query(
          't.round',
          `SELECT ledger.write_round(ARRAY[nextval('ledger.entry_id_seq')], ARRAY[k.number], k.moves, k.words, ARRAY[v.kind], ARRAY[v.ref], ARRAY[v.actor], '{2026-01-02}', ARRAY[$1::uuid], ARRAY[$2::bytea], $3,
             '{1,1}', '{1,2}', v.owners, '{INR,INR}', v.codes, v.amounts)
           FROM jsonb_to_record($4::jsonb) AS v (kind text, ref text, actor text, owners text[], codes smallint[], amounts bigint[]) JOIN ledger.kind k ON k.kind = v.kind`,
          [uid, Buffer.from(salt, 'hex'), at, values],
        );
      await database.app.query(
        't.accounts',
        `SELECT ledger.account_of('x', 'INR', 301::smallint), ledger.account_of('u:u1', 'INR', 101::smallint), ledger.account_of('u:u1', 'INR', 102::smallint)`,
      );
      await ledger.addSources(database.app, DAY, [source]);
      await round(
        E1.uid,
        E1.salt,
        E1.at,
        '{"kind":"recharge","ref":"RC1","actor":"system","owners":["x","u:u1"],"codes":[301,101],"amounts":[-100000,100000]}',
      );
      await round(
        E2.uid,
        E2.salt,
        E2.at,
        '{"kind":"order_hold","ref":"ORD1","actor":"user","owners":["u:u1","u:u1"],"codes":[101,102],"amounts":[-25000,25000]}',
      );
      const leaves = await database.app.query<{ leaf: Uint8Array }>(
        't.leaves',
        'SELECT leaf FROM ledger.entry ORDER BY id',
      );
      expect(leaves.map((row) => hex(row.leaf))).toEqual([E1.leaf, E2.leaf]);
      expect((await database.app.query<Head>('t.heads', HEADS)).map((row) => hex(row.head))).toEqual([
        E2.head101,
        E2.head102,
      ]);
      // What the door for vectors leaves out, so that the books are whole at the end.
      await database.admin.query(
        't.keep',
        `INSERT INTO ledger.hold (id, owner, asset, code, amount) VALUES ('ORD1', 'u:u1', 'INR', 102, 25000)`,
      );
    });
  });
});

import { recordLeaf } from '@khara/proof';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { brokenChecks, useTestDatabase } from '#test/database.ts';
import { TestClock, testDeps } from '#test/deps.ts';
import { recharge } from '#test/ledger-fixtures.ts';
import { appendRecord, readEntry, findRecord, RECORD_TYPES, recordsOfType, recordsPage, sealLog } from './index.ts';

const database = useTestDatabase();
const seal = () => sealLog({ db: database.app, clock: new TestClock(), keys: testDeps().keys });

describe('a record of the log', () => {
  it('is of a type that there is', async () => {
    const types = await database.app.query<{ type: string }>('test.types', 'SELECT type FROM ledger.record_type');
    expect(types.map(({ type }) => type).toSorted()).toEqual(RECORD_TYPES.toSorted());
    const odd = database.app.query('test.odd', `SELECT ledger.add_record('price.set', '{}')`);
    await expect(odd).rejects.toMatchObject({ code: '23503' });
  });

  it('is written by those who may write its type: the server by its call, or functions of the database', async () => {
    const types = await database.app.query<{ type: string }>(
      'test.own',
      `SELECT type FROM ledger.record_type WHERE written_by = 'functions'`,
    );
    expect(types.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['staff.account', 'staff.session', 'ops.decision', 'account.erased', 'books.resume']),
    );
    for (const { type } of types) {
      const planted = database.app.query('test.planted', `SELECT ledger.add_record($1, '{}', 'S9')`, [type]);
      await expect(planted).rejects.toMatchObject({ code: '42501' });
      const around = database.app.query('test.around', `SELECT ledger.note_record($1, '{}', 'S9')`, [type]);
      await expect(around).rejects.toMatchObject({ code: '42501' });
    }
    const within = database.admin.query('test.within', `SELECT ledger.note_record('rates', '{}')`);
    await expect(within).rejects.toMatchObject({ code: '42501' });
  });

  it('has the leaf of the worked vector', async () => {
    const client = new pg.Client(database.connection('postgres'));
    await client.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ leaf: Buffer }>(
        `SELECT leaf FROM ledger.record_exactly('offering.open', '{"offeringId":"IPO-DEMO"}', NULL,
           '01900000-0000-7000-8000-000000000003', '\\x202122232425262728292a2b2c2d2e2f', 1767225600002)`,
      );
      expect(rows[0]?.leaf.toString('hex')).toBe('8aef894475f1630fb37a042630aaa663bb32f279fb87f023063002b689b01214');
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
  });

  it('is hashed as it was written, and has one place in the log, after the entries before it', async () => {
    await seal(); // what other tests wrote
    const { entryId } = await recharge(database.app, 'asha', 100n);
    const json = '{ "rate":  "84.20", "note": "रुपया 盧比" }';
    const receipt = await appendRecord(database.app, { type: 'rates', json, ref: '2026-01-02' });
    await seal();
    const record = await findRecord(database.app, 'rates', '2026-01-02');
    const entry = await readEntry(database.app, 'u:asha', entryId);
    if (!record || !entry) throw new Error('not there');
    expect(record).toMatchObject({ uid: receipt.uid, json, leaf: receipt.leaf, at: receipt.at });
    expect(recordLeaf(record)).toEqual(new Uint8Array(record.leaf));
    expect(record.index).toBe(entry.index! + 1);
  });

  it('is written once for what it is about, by many who come at once', async () => {
    const write = () => appendRecord(database.app, { type: 'draw.close', json: '{"n":3}', ref: 'IPO-1' });
    const receipts = await Promise.all(Array.from({ length: 8 }, write));
    expect(new Set(receipts.map(({ uid }) => uid)).size).toBe(1);
    expect(receipts.filter(({ replay }) => !replay)).toHaveLength(1);
    expect(await recordsOfType(database.app, 'draw.close')).toHaveLength(1);
    const other = appendRecord(database.app, { type: 'draw.close', json: '{"n":4}', ref: 'IPO-1' });
    await expect(other).rejects.toMatchObject({ code: 'KH001' });
  });

  it('without such a name may be written again and again', async () => {
    for (let count = 0; count < 3; count += 1) await appendRecord(database.app, { type: 'bank.account', json: '{}' });
    expect(await recordsOfType(database.app, 'bank.account')).toHaveLength(3);
    const page = await recordsPage(database.app, { after: 0n, size: 100 });
    expect(page.map(({ id }) => id)).toEqual(page.map(({ id }) => id).toSorted((a, b) => Number(a - b)));
  });

  it.each(['', '[1]', '"text"', '{"a":1', '{"a":1,"a":2}'])('must be one JSON object: %j is none', async (json) => {
    await expect(appendRecord(database.app, { type: 'rates', json })).rejects.toMatchObject({ code: 'KH002' });
  });

  it('is not there when its transaction is not', async () => {
    const cut = new Error('cut');
    await database.app
      .transaction(async (tx) => {
        await appendRecord(tx, { type: 'ops.action', json: '{}', ref: 'A-1' });
        throw cut;
      })
      .catch((error: unknown) => expect(error).toBe(cut));
    expect(await findRecord(database.app, 'ops.action', 'A-1')).toBeUndefined();
  });

  it('stays as it was, and an edit by the superuser is found', async () => {
    await appendRecord(database.app, { type: 'rates', json: '{"rate":"84.20"}', ref: 'edited' });
    await expect(database.admin.query('test.edit', `UPDATE ledger.record SET json = '{}'`)).rejects.toThrow(
      'append only',
    );
    const client = new pg.Client(database.connection('postgres'));
    await client.connect();
    try {
      await client.query('BEGIN; ALTER TABLE ledger.record DISABLE TRIGGER USER');
      await client.query(`UPDATE ledger.record SET json = '{"rate": "1.00"}' WHERE ref = 'edited'`);
      const { rows } = await client.query('SELECT name, violations FROM audit.check_all() WHERE violations > 0');
      expect(rows).toEqual([{ name: 'record_matches', violations: '1' }]);
      await client.query('ROLLBACK');
    } finally {
      await client.end();
    }
    expect(await brokenChecks(database.job)).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { DAY, recharge } from '#test/ledger-fixtures.ts';

const database = useTestDatabase({ provesBooks: false });
beforeAll(async () => {
  await recharge(database.app, 'asha', 10_000n);
  await recharge(database.app, 'bela', 500n);
  await recharge(database.app, 'asha', 300n, 'RC-second');
});

/** What a dividend of ₹1 with 10 paise of tax says, as its columns are written in SQL; `a` is the account before it. */
const WHOLE = {
  kind: `'dividend'`,
  person: 'a.person',
  asset: `'{1,1,1}'`,
  code: `'{210,101,202}'`,
  amount: `'{-100,90,10}'`,
  after: 'ARRAY[NULL, a.balance + 90, NULL]',
  seq: 'ARRAY[NULL, a.seq + 1, NULL]',
  prev: 'a.head',
  owned: 'ARRAY[a.owned + 90]',
  bill_seq: 'ARRAY[a.bill_seq + 2]',
};
/** How its account changes with it. */
const CHANGE = {
  balance: 'a.balance + 90',
  seq: 'a.seq + 1',
  head: `sha256('\\x02'::bytea || a.head || sha256('leaf') || int4send(2))`,
  owned: 'a.owned + 90',
  bill_seq: 'a.bill_seq + 2',
};
type Entry = Readonly<Partial<typeof WHOLE>>;
type Change = Readonly<Partial<typeof CHANGE>>;

/** Writes it past the ledger's functions, as their owner could, and takes it back. Answers what the database says. */
async function said(entry: Entry, change: Change): Promise<string> {
  const [columns, values] = [Object.keys(WHOLE), Object.values({ ...WHOLE, ...entry })];
  const changes = Object.entries({ ...CHANGE, ...change }).map(([column, value]) => `${column} = ${value}`);
  const taken = new Error('taken back');
  return database.admin
    .transaction(async (tx) => {
      await tx.query('t.owner', 'SET LOCAL ROLE khara_ledger');
      await tx.query(
        `t.written.${Math.random()}`,
        `WITH a AS (SELECT * FROM ledger.account WHERE owner = 'u:asha' AND asset = 'INR' AND code = 101),
           changed AS (UPDATE ledger.account t SET ${changes.join(', ')} FROM a WHERE t.id = a.id)
         INSERT INTO ledger.entry (uid, ref, actor, mdate, at_ms, salt, leaf, ${columns.join(', ')})
         SELECT uuidv7(), 'D1', 'system', '${DAY}', 1, uuid_send(uuidv4()), sha256('leaf'), ${values.join(', ')} FROM a`,
      );
      throw taken;
    })
    .catch((error: unknown) => {
      if (error === taken) return 'nothing';
      const { message, constraint } = error as { message: string; constraint?: string };
      return constraint === 'entry_recounted' ? message.replace(/^entry \d+ /, '') : `another refusal: ${message}`;
    });
}

const LINES = 'has not the lines it should have';
const RULES = 'may not touch these accounts';
const SUM = 'does not balance';
const CHAIN = 'does not go on from where its accounts stand';
const OWNED = 'does not say what is owned after it';
const UNSAID = 'changes what is owned, and does not say so';
/** More lines than an entry may have, which sum to zero. */
const many = (value: string) => `array_fill(${value}, ARRAY[33])`;

describe('the second count, from the rows that were written', () => {
  it('takes an entry that agrees with its accounts', async () => {
    expect(await said({}, {})).toBe('nothing');
  });

  it.each<[string, string, Entry, Change?]>([
    ['a sum that is not zero', SUM, { amount: `'{-100,90,11}'` }],
    ['lines that are zero only over all assets', SUM, { asset: `'{2,1,1}'` }],
    ['a third asset', SUM, { asset: `'{1,1,2}'` }],
    ['one line alone', LINES, { ...one('2'), asset: `'{1}'`, code: `'{101}'`, amount: `'{90}'` }],
    [
      '33 lines',
      LINES,
      {
        asset: many('1'),
        code: many('202::smallint'),
        amount: many('1::bigint'),
        after: many('NULL::bigint'),
        seq: many('NULL::bigint'),
        prev: `''`,
        person: '0',
      },
    ],
    ['a line of nothing', LINES, { amount: `'{-90,90,0}'` }],
    ['fewer codes than lines', LINES, { code: `'{210,101}'` }],
    ['fewer amounts than lines', LINES, { amount: `'{-90,90}'` }],
    ['a tracked line without its number', LINES, { seq: `'{NULL,NULL,NULL}'` }],
    ['a tracked line without its balance', LINES, { after: `'{NULL,NULL,NULL}'` }],
    ['an untracked line with a number', LINES, { seq: 'ARRAY[1, a.seq + 1, NULL]' }],
    ['a head too few', LINES, { prev: `''` }],
    ['a head too many', LINES, { prev: 'a.head || a.head' }],
    ['nobody’s money', LINES, { person: '0' }],
    ['an account that its kind may not touch', RULES, { code: `'{210,101,201}'` }],
    ['an account the other way', RULES, { amount: `'{100,-90,-10}'` }],
    ['a kind that is not there', RULES, { kind: `'gift'` }],
    ['another user’s number', CHAIN, { person: `(SELECT p.id FROM ledger.person p WHERE p.owner = 'u:bela')` }],
    ['a balance after it that is not the account’s', CHAIN, { after: 'ARRAY[NULL, a.balance + 91, NULL]' }],
    ['a number that is left out', CHAIN, { seq: 'ARRAY[NULL, a.seq + 2, NULL]' }],
    ['a number that was there', CHAIN, { seq: 'ARRAY[NULL, a.seq, NULL]' }],
    ['another head before it', CHAIN, { prev: `sha256('x')` }],
    ['an account that did not change', CHAIN, {}, { balance: 'a.balance', seq: 'a.seq', head: 'a.head' }],
    ['an account with another head', CHAIN, {}, { head: `sha256('x')` }],
    ['an account with more than the entry brings', CHAIN, {}, { balance: 'a.balance + 91' }],
    ['more owned than the account says', OWNED, { owned: 'ARRAY[a.owned + 91]' }],
    ['another number of lines of the bill', OWNED, { bill_seq: 'ARRAY[a.bill_seq + 1]' }],
    ['a change of what is owned, unsaid', UNSAID, { owned: 'NULL', bill_seq: 'NULL' }],
  ])('refuses %s', async (_what, why, entry, change = {}) => {
    expect(await said(entry, change)).toBe(why);
  });
});

/** The columns of a single tracked line. */
function one(line: string): Entry {
  return { after: `(ARRAY[NULL, a.balance + 90])[${line}:${line}]`, seq: `(ARRAY[NULL, a.seq + 1])[${line}:${line}]` };
}

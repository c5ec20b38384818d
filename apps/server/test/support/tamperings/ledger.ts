import type { Tampering } from './tampering.ts';

export const LEDGER: readonly Tampering[] = [
  {
    name: 'a balance is raised',
    sql: `UPDATE ledger.account SET balance = balance + 100000 WHERE id = (SELECT min(id) FROM ledger.account WHERE code = 101)`,
    found: ['balance_matches_postings', 'account_balance'],
  },
  {
    name: 'a line of an account is taken out, and its balance made to fit',
    sql: `UPDATE ledger.account a SET balance = balance - p.amount, seq = a.seq - 1 FROM ledger.posting p
          WHERE p.person = a.person AND p.asset_id = a.asset_id AND p.code = a.code AND p.seq = a.seq AND a.code = 101 AND a.seq > 2 AND a.balance > p.amount;
          UPDATE ledger.entry e SET asset = trim_array(e.asset, 1), code = trim_array(e.code, 1), amount = trim_array(e.amount, 1),
            after = trim_array(e.after, 1), seq = trim_array(e.seq, 1), prev = substr(e.prev, 1, octet_length(e.prev) - 32)
          FROM ledger.posting p JOIN ledger.account a ON a.person = p.person AND a.asset_id = p.asset_id AND a.code = p.code
          WHERE p.entry_id = e.id AND p.seq > a.seq`,
    found: ['account_chain', 'entry_rules', 'entry_hash'],
  },
  {
    name: 'money that came in is called a dividend',
    sql: `UPDATE ledger.entry SET kind = 'dividend' WHERE kind = 'recharge'`,
    found: ['entry_rules', 'entry_hash'],
  },
  {
    name: 'a line of an entry is doubled',
    sql: `UPDATE ledger.entry SET amount[1] = amount[1] * 2 WHERE id = 3`,
    found: ['entry_hash', 'entry_rules'],
  },
  {
    name: 'an entry becomes another user’s',
    sql: `UPDATE ledger.entry SET person = (SELECT min(a.person) FROM ledger.account a WHERE a.person <> ledger.entry.person) WHERE id = 3`,
    found: ['entry_hash', 'account_chain'],
  },
  {
    name: 'the number of a user means another one',
    sql: `UPDATE ledger.person SET owner = 'u:another' WHERE id = (SELECT min(person) FROM ledger.account)`,
    found: ['entry_hash', 'entry_lines'],
  },
  {
    name: 'the number of an asset means another one',
    sql: `UPDATE ledger.asset SET name = 'EQ:ANOTHER' WHERE id = (SELECT min(asset_id) FROM ledger.account WHERE code = 120)`,
    found: ['entry_hash', 'entry_lines'],
  },
  {
    name: 'checks break off at an asset that is gone and a day that cannot be read, and at nothing else',
    sql: `DELETE FROM ledger.asset WHERE id = (SELECT min(id) FROM ledger.asset);
      UPDATE market.day SET head = set_byte(head, 30, 255 - get_byte(head, 30)) WHERE head IS NOT NULL;
      UPDATE credit.event SET expires_at = expires_at + 1`,
    found: ['wallet.check_all', 'verifyDays', 'score_events_recorded'],
  },
  {
    name: 'an entry says that more is owned after it',
    sql: `UPDATE ledger.entry SET owned[1] = owned[1] + 100 WHERE id = (SELECT min(id) FROM ledger.entry WHERE owned[1] IS NOT NULL)`,
    found: ['bill_gap'],
  },
  {
    name: 'a leaf of the log is another one',
    sql: `UPDATE ledger.tile SET hashes = overlay(hashes PLACING sha256('x') FROM 33 FOR 32) WHERE level = 0 AND idx = 0`,
    found: ['log_complete', 'checkpoint_tree'],
  },
  {
    name: 'a receipt is of another server’s key',
    sql: `UPDATE ledger.signed_receipt SET signer = sha256(signer)`,
    found: ['receipt_signatures'],
  },
  {
    name: 'a receipt is of another entry',
    sql: `UPDATE ledger.signed_receipt SET uid = (SELECT e.uid FROM ledger.entry e WHERE NOT EXISTS (SELECT FROM ledger.signed_receipt s WHERE s.uid = e.uid) ORDER BY e.uid LIMIT 1) WHERE uid = (SELECT s.uid FROM ledger.signed_receipt s ORDER BY s.uid LIMIT 1)`,
    found: ['receipt_signatures'],
  },
  {
    name: 'the certificate of a server’s key names another server',
    sql: `UPDATE ledger.record SET json = replace(json, '"khara"', '"mine"') WHERE type = 'node.certify'`,
    found: ['node_keys', 'record_hash', 'receipt_signatures'],
  },
  {
    name: 'the certificate of a server’s key is gone',
    sql: `DELETE FROM ledger.record WHERE type = 'node.certify'`,
    found: ['receipt_signatures'],
  },
  {
    name: 'an older checkpoint is gone',
    sql: `DELETE FROM ledger.checkpoint WHERE number = 2`,
    found: ['checkpoint_count'],
  },
  {
    name: 'an older checkpoint is gone, and the others are counted anew',
    sql: `DELETE FROM ledger.checkpoint WHERE number = 1;
          UPDATE ledger.checkpoint SET number = number - 1;
          WITH RECURSIVE c AS (
            SELECT number, sha256(decode(repeat('00', 32), 'hex') || convert_to(note, 'UTF8')) AS chain FROM ledger.checkpoint WHERE number = 1
            UNION ALL SELECT n.number, sha256(c.chain || convert_to(n.note, 'UTF8')) FROM c JOIN ledger.checkpoint n ON n.number = c.number + 1)
          UPDATE ledger.checkpoint p SET chain = c.chain FROM c WHERE c.number = p.number`,
    found: ['checkpoint_count'],
  },
  {
    name: 'the newest checkpoints are gone',
    sql: `DELETE FROM ledger.checkpoint WHERE number > (SELECT max(number) - 3 FROM ledger.checkpoint)`,
    found: ['checkpoint_count'],
  },
  {
    name: 'the newest checkpoint is gone',
    sql: `DELETE FROM ledger.checkpoint WHERE number = (SELECT max(number) FROM ledger.checkpoint)`,
    found: ['checkpoint_count'],
  },
  {
    name: 'a member owes what the platform never bore',
    sql: `INSERT INTO ledger.debt (uid, owner, asset, mdate, amount, remaining)
      SELECT gen_random_uuid(), owner, 'INR', '2026-11-20', 100, 100 FROM ledger.person ORDER BY id LIMIT 1`,
    found: ['debt_of_entry'],
  },
  {
    name: 'a hold is released by hand',
    sql: `UPDATE ledger.hold SET released = amount - captured WHERE id = (SELECT id FROM ledger.hold WHERE captured + released < amount LIMIT 1)`,
    found: ['hold_matches_frozen'],
  },
];

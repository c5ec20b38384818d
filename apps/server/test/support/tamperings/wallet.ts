import { ONE, type Tampering } from './tampering.ts';

export const WALLET: readonly Tampering[] = [
  {
    name: 'a recharge says another amount',
    sql: `UPDATE wallet.recharge SET amount = amount + 1 WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY 1 ${ONE})`,
    found: ['recharge_matches_ledger'],
  },
  {
    name: 'the number of a bank account no longer opens, so that no payout can be sent',
    sql: `UPDATE wallet.bank_account SET wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
      WHERE id = (SELECT id FROM wallet.bank_account WHERE deleted_at IS NULL AND wrapped_key <> '' ORDER BY 1 ${ONE})`,
    found: ['secrets_open'],
  },
  {
    name: 'an authenticator of the back office no longer opens',
    sql: `UPDATE console.second_factor SET key_id = 'v9' WHERE key_id IS NOT NULL`,
    found: ['secrets_open'],
  },
  {
    name: 'money that came in loses the report of its rail',
    sql: `DELETE FROM wallet.rail_report WHERE effect = 'credited'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'money that came in is none of the rail’s',
    sql: `DELETE FROM sandbox_rail.payment WHERE direction = 'in'`,
    found: ['money_in_has_its_payment', 'rail_signed'],
  },
  {
    name: 'a recharge is minted by the ledger’s own functions',
    sql: `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, status, request_id, request_hash, at, updated_at, expires_at)
      SELECT 'RC-minted', id, 'INR', 'UPI', 'sandbox', 100000, 'passed', 'minted', sha256('x'), 1, 1, 2 FROM accounts.member WHERE kyc_status = 'certified' ${ONE};
      SELECT ledger.add_sources('rail_event', '{RC-minted}', '{recharge}', ARRAY['u:' || member_id], '{INR}', '{100000}', '{NULL}', '{NULL}', '2026-11-23')
      FROM wallet.recharge WHERE order_number = 'RC-minted';
      SELECT ledger.post(NULL, NULL, 'recharge', 'RC-minted', 'system', '2026-11-23', ARRAY['x', 'u:' || member_id], '{INR,INR}', '{301,101}',
        '{-100000,100000}') FROM wallet.recharge WHERE order_number = 'RC-minted'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'a member is given the start of a practice account',
    sql: `INSERT INTO ledger.source (type, id, purpose, owner, asset, amount, mdate, at_ms)
      SELECT 'practice', id, 'practice_start', 'u:' || id, 'INR', 10000000, '2026-11-23', 1
      FROM accounts.member WHERE kyc_status = 'certified' ${ONE};
      SELECT ledger.post(NULL, NULL, 'practice_start', id, 'system', '2026-11-23', ARRAY['x', 'u:' || id], '{INR,INR}', '{301,101}',
        '{-10000000,10000000}') FROM accounts.member WHERE kyc_status = 'certified' ${ONE}`,
    found: ['practice_starts_recorded'],
  },
  {
    name: 'rupees of a member are changed who never asked',
    sql: `INSERT INTO wallet.request (member_id, call, request_id, hash, ref, at)
      SELECT member_id, 'convert', 'planted', sha256('x'), 'CV-planted', at FROM wallet.conversion ${ONE};
      INSERT INTO wallet.conversion (order_number, member_id, from_currency, to_currency, amount, received, rate_paise, middle_paise, market_date, at)
      SELECT 'CV-planted', member_id, from_currency, to_currency, amount, received, rate_paise, middle_paise, market_date, at FROM wallet.conversion ${ONE};
      SELECT ledger.add_sources('conversion', '{CV-planted}', '{convert}', ARRAY['u:' || member_id], ARRAY[from_currency], ARRAY[amount], ARRAY[to_currency],
        ARRAY[received], market_date) FROM wallet.conversion WHERE order_number = 'CV-planted';
      SELECT ledger.post(NULL, NULL, 'convert', 'CV-planted', 'user', market_date, ARRAY['u:' || member_id, 'p', 'p', 'u:' || member_id],
        ARRAY[from_currency, from_currency, to_currency, to_currency], '{101,212,212,101}', ARRAY[-amount, amount, -received, received])
      FROM wallet.conversion WHERE order_number = 'CV-planted'`,
    found: ['conversions_recorded'],
  },
  {
    name: 'a payout went to the rail with another amount',
    sql: `UPDATE sandbox_rail.payment SET amount = amount + 1 WHERE direction = 'out'`,
    found: ['money_out_has_its_payment', 'rail_signed'],
  },
  {
    name: 'a recharge is planted with its payment and a report that is due',
    sql: `INSERT INTO wallet.recharge (order_number, member_id, currency, channel, rail, amount, request_id, request_hash, at, updated_at, expires_at)
      SELECT 'RCFORGED9', id, 'INR', 'UPI', 'sandbox', 99900000, 'planted', sha256('x'), 1, 1, 9999999999999 FROM accounts.member WHERE kyc_status = 'certified' ${ONE};
      INSERT INTO sandbox_rail.payment (order_number, amount, asked_at, direction, currency, account, reports, signature)
      VALUES ('RCFORGED9', 99900000, 1, 'in', 'INR', 'rcforged9@sandbox', 1, repeat('0', 128));
      INSERT INTO sandbox_rail.report (id, order_number, outcome, due_at, signature) VALUES ('RCFORGED9-1', 'RCFORGED9', 'paid', 1, repeat('0', 128))`,
    found: ['recharges_recorded', 'rail_signed'],
  },
  {
    name: 'a report of a payment is planted with the signature of another',
    sql: `INSERT INTO sandbox_rail.report (id, order_number, outcome, due_at, signature)
      SELECT r.order_number || '-7', r.order_number, 'paid', 1, r.signature FROM sandbox_rail.report r ORDER BY r.id ${ONE}`,
    found: ['rail_signed'],
  },
  {
    name: 'a report that the bank will make is taken away',
    sql: `DELETE FROM sandbox_rail.report WHERE id = (SELECT id FROM sandbox_rail.report ORDER BY id DESC ${ONE})`,
    found: ['rail_signed'],
  },
  {
    name: 'a report of the bank waits for a year',
    sql: `UPDATE sandbox_rail.report SET due_at = due_at + 31536000000 WHERE id = (SELECT id FROM sandbox_rail.report ORDER BY id ${ONE})`,
    found: ['rail_signed'],
  },
  {
    name: 'a payment counts as given up',
    sql: `UPDATE sandbox_rail.payment SET cancelled = signature WHERE order_number = (SELECT order_number FROM sandbox_rail.payment ORDER BY 1 ${ONE})`,
    found: ['rail_signed'],
  },
  {
    name: 'a member is told to pay another',
    sql: `UPDATE wallet.recharge SET pay_to = pay_to || '{"vpa": "mallory@upi", "qr": "upi://pay?pa=mallory@upi"}' WHERE pay_to ? 'vpa'`,
    found: ['rail_signed'],
  },
  {
    name: 'a member is told to pay by another QR code',
    sql: `UPDATE wallet.recharge SET pay_to = pay_to || '{"qr": "upi://pay?pa=mallory@upi"}' WHERE pay_to IS NOT NULL`,
    found: ['rail_signed'],
  },
  {
    name: 'a recharge that was paid counts as given up by its member',
    sql: `UPDATE wallet.recharge SET status = 'revoked' WHERE status IN ('passed', 'in_transfer')`,
    found: ['recharges_recorded'],
  },
  {
    name: 'a recharge is another member’s',
    sql: `UPDATE wallet.recharge SET member_id = (SELECT id FROM accounts.member ORDER BY number DESC ${ONE}), request_id = 'moved' WHERE status = 'passed'
      AND order_number = (SELECT order_number FROM wallet.recharge WHERE status = 'passed' ORDER BY 1 ${ONE})`,
    found: ['recharges_recorded'],
  },
  {
    name: 'a recharge that waits is taken away',
    sql: `DELETE FROM wallet.recharge WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY id DESC ${ONE})`,
    found: ['recharges_recorded'],
  },
  {
    name: 'a withdrawal counts as approved by people',
    sql: `UPDATE wallet.withdrawal SET decided_by = 'sandbox', passed_at = passed_at - 1`,
    found: ['withdrawal_targets_recorded'],
  },
];

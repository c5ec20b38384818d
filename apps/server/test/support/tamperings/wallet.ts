import { ONE, type Tampering } from './tampering.ts';

export const WALLET: readonly Tampering[] = [
  {
    name: 'a recharge says another amount',
    sql: `UPDATE wallet.recharge SET amount = amount + 1 WHERE order_number = (SELECT order_number FROM wallet.recharge ORDER BY 1 ${ONE})`,
    found: ['recharge_matches_ledger'],
  },
  {
    name: 'money that came in loses the report of its rail',
    sql: `DELETE FROM wallet.rail_report WHERE effect = 'credited'`,
    found: ['money_in_has_its_payment'],
  },
  {
    name: 'money that came in is none of the rail’s',
    sql: `DELETE FROM sandbox_rail.payment WHERE direction = 'in'`,
    found: ['money_in_has_its_payment'],
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
    name: 'a payout went to the rail with another amount',
    sql: `UPDATE sandbox_rail.payment SET amount = amount + 1 WHERE direction = 'out'`,
    found: ['money_out_has_its_payment'],
  },
];

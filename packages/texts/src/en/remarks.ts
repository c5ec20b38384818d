/** What stands beside a line of the statement that came from a rail. */
export default {
  recharge: 'Paid in by {{channel}}',
  practice_start: 'Recharge, practice start',
  recharge_return: 'Recharge taken back by the bank',
  withdrawal: 'Paid out by {{channel}}',
  withdrawal_charges: 'Fee of a withdrawal by {{channel}}',
  withdrawal_refund: 'Withdrawal returned by the bank',
  debt_paid: 'Paid back to the platform, which had paid it for you',
  conversion: '{{from}} into {{to}} at {{rate}}',
} as const;

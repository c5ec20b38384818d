/** What stands beside a line of the statement that came from a rail. */
export default {
  recharge: 'Paid in by {{channel}}',
  recharge_return: 'Recharge taken back by the bank',
} as const;

/** Each promise of the product, its icon, and the page on which it can be checked. */
export const PROMISES = [
  ['Prices', 'chart', '/pages/lab/day'],
  ['Draws', 'seal', '/pages/market/newStock/records'],
  ['Balances', 'statement', '/pages/personal/bill/index'],
  ['Withdrawals', 'wallet', '/pages/wallet/withdrawal/records'],
  ['Orders', 'list', '/pages/personal/transaction/index'],
  ['Limits', 'shield', '/pages/personal/limits/index'],
  ['Programs', 'key', '/pages/personal/keys/index'],
  ['Looks', 'eye', '/pages/personal/privacy/index'],
] as const;

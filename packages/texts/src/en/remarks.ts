/** What stands beside a line of the statement: `price` is rupees. */
export default {
  recharge: 'Paid in by {{channel}}',
  recharge_return: 'Recharge taken back by the bank',
  buy: 'Bought {{quantity}} {{code}} at {{price}}',
  sell: 'Sold {{quantity}} {{code}} at {{price}}',
  chargesOfBuy: 'Charges of buying {{quantity}} {{code}}',
  chargesOfSell: 'Charges of selling {{quantity}} {{code}}',
} as const;

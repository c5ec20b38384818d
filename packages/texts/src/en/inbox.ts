/** Notices that the server writes: `amount`, `price` and `charges` are rupees. */
export default {
  welcome: {
    title: 'Welcome to Khara',
    body: 'This is a practice market: simulated prices, paper money. Add paper money on the recharge page, then place your first order.',
  },
  changeTransactionPassword: {
    title: 'Choose your own transaction password',
    body: 'The one made for you works for 72 hours, and never for a withdrawal. After that it is only good for setting your own.',
  },
  passwordChanged: {
    title: 'Your login password was changed',
    body: 'Everywhere else you have been logged out. If it was not you, log in with the new password or write to customer service now.',
  },
  rechargePassed: {
    title: '₹{{amount}} of paper money has arrived',
    body: 'Recharge {{orderNumber}} by {{channel}} has passed.',
  },
  rechargeFailed: {
    title: 'A recharge of ₹{{amount}} failed',
    body: 'The sandbox bank refused recharge {{orderNumber}}. Nothing was credited.',
  },
  rechargeReversed: {
    title: 'A recharge of ₹{{amount}} was taken back',
    body: 'The sandbox bank took back recharge {{orderNumber}} after it had passed. The statement has a line for it.',
  },
  buyFilled: {
    title: 'Bought {{quantity}} {{code}}',
    body: 'At ₹{{price}} a share on average. Charges ₹{{charges}}.',
  },
  sellFilled: {
    title: 'Sold {{quantity}} {{code}}',
    body: 'At ₹{{price}} a share on average. Charges ₹{{charges}}.',
  },
  orderEnded: {
    title: 'Your order in {{code}} has ended',
    body: '{{filled}} of {{quantity}} shares were filled. What the rest had frozen is free again.',
  },
  orderRejected: {
    title: 'Your order in {{code}} was rejected',
    body: 'The exchange did not take it. What it had frozen is free again.',
  },
} as const;

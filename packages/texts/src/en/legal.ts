/** Short legal lines that stand on several pages. */
export default {
  notRegistered: 'Not registered with SEBI. Nothing here is an investment.',
  practiceOrder: 'A practice order. No real share was bought.',
  noRealPayment: 'No real payment is made.',
  pricesFromOrders: 'Prices come only from orders meeting in the book. Nobody can set them.',
  howWeProveIt: 'How we prove it',
  version: 'Khara {{version}} ({{code}})',
} as const;

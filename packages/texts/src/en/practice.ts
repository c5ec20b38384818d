/** The sheet behind the practice marker. */
export default {
  title: 'This is a practice market',
  money: 'Money here is paper. It cannot be paid out, and nothing you do here buys a real share.',
  prices:
    'Prices are simulated. They come only from orders meeting in an order book, yours among them. No person can set one.',
  companies: 'The companies are made up. The rules, the charges and the sessions are those of the real exchange.',
  clock: 'The clock',
  clockCompressed:
    'Market days follow each other day and night, so that you can always trade. One market day, 08:45 to 16:00, takes {{minutes}} minutes of real time.',
  clockReal: 'The market keeps the real hours of the exchange, 09:15 to 15:30 on trading days.',
} as const;

/** The pictures at the top of the home page. */
export default {
  fakeApp: {
    title: 'How to recognise a fake trading app',
    text: 'Prices that cannot be checked, money that only goes in.',
  },
  firstTrade: { title: 'Your first trade', text: 'Pick a stock, see what it costs, buy one share.' },
  orderBook: { title: 'Where a price comes from', text: 'From orders that meet in a book. No person sets it.' },
  charges: { title: 'What a trade costs', text: 'Seven items, each to the paisa, before you order.' },
} as const;

/** What is said of a share under surveillance or with a narrow band, on its page and at the ticket. */
export default {
  under: 'Under surveillance: {{stage}}',
  narrow: 'Narrow price band: {{percent}}%',
  asm_short: 'Its price moved unusually far within a week.',
  asm_long: 'Its price rose unusually far within a month.',
  gsm: 'A small company whose price is hard to explain by its business.',
  band: 'Today’s price band is {{percent}}%.',
  delivery: 'Delivery only, paid in full ({{percent}}% margin): no intraday.',
  halfMargin: 'The exchange asks for a margin of {{percent}}%. Orders are taken for delivery only.',
  tradeForTrade: 'Trade-for-trade: what you buy can be sold only once it has arrived.',
  thin: 'Few people trade it. At a limit of the band an order may wait for days.',
  noBuyers: 'At its lower circuit, without buyers. A sale waits behind {{ahead}} {{ahead|share|shares}}.',
  noSellers: 'At its upper circuit, without sellers. A purchase waits behind {{ahead}} {{ahead|share|shares}}.',
  article: 'Why can I not sell?',
} as const;

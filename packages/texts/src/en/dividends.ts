/** Dividends of one's own: those to come, and those that were paid. */
export default {
  toCome: 'To come, after tax',
  ahead: 'To come',
  paid: 'Paid',
  rule: 'A dividend belongs to the holder at the close before the ex-date. It is paid some market days later, also if the shares were sold since.',
  tax: 'Above ₹10,000 a year from one company, 10% tax is deducted at source (TDS).',
  payDay: 'Pays on {{date}}',
  paidOn: 'Paid on {{date}}',
  shares: '{{n}} {{n|share|shares}} on {{date}}, the ex-date',
  before: '{{gross}} less {{tax}} tax',
  untaxed: 'No tax deducted',
  empty: 'No dividends yet',
  emptyText: 'Hold a share at the close before its ex-date, and its dividend stands here.',
  look: 'To the market',
} as const;

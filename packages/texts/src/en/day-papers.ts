/** The papers of a closed market day. */
export default {
  intro:
    'An exchange publishes these files after each market day. They have the columns of NSE, for spreadsheets and programs. They never change, and the signed log has the hash of each.',
  chooseDay: 'Choose a market day',
  running: '{{date}} is still open. Its papers come when it has closed.',
  newest: 'Newest papers',
  none: 'No market day has closed yet',
  noneText: 'The first papers come a few seconds after the close of this market day.',
  lines: '{{n}} lines',
  oneLine: '1 line',
  noLines: 'Empty on this day',
  get: 'Download {{name}}',
  hash: 'SHA-256 of the file',
  copyHash: 'Copy the hash',
  check: 'Three of them come again from the order log: npm run replay-day prints the same hashes.',
  name: {
    bhavcopy: 'Bhavcopy',
    delivery: 'Delivery position',
    bulk_deals: 'Bulk deals',
    block_deals: 'Block deals',
    year_range: '52-week highs and lows',
  },
  what: {
    bhavcopy: 'Prices, volume, value and trades of each share that traded (UDiFF).',
    delivery: 'How many of the shares traded were kept, and not sold again in the day.',
    bulk_deals: 'Clients who bought or sold more than 0.5% of a company in the day.',
    block_deals: 'Large parcels that changed hands in the block windows.',
    year_range: 'The highest and lowest price of a year, with their dates.',
  },
} as const;

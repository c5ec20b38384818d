/** Block trading. */
export default {
  blockOf: '{{code}} block',
  blockPrice: 'Block price',
  difference: 'Difference',
  atLeast: 'At least',
  lotsOf: '{{n}} {{n|lot|lots}} of {{shares}}',
  left: 'Lots left',
  leftOf: '{{left}} of {{all}}',
  gone: 'Gone',
  goneText: 'Others were first: what is left is less than the least that can be taken.',
  over: 'Over',
  opensAt: 'Opens {{time}}, market time.',
  windows:
    'Taken first come until {{time}}; shares and money change hands in the block windows, {{windows}} market time.',
  windowOpen: 'A block window is on: what you take now is settled at once.',
  take: 'Take a part',
  empty: 'No blocks now',
  unknown: 'There is no such block',
  emptyText: 'A new block comes every few market days.',
  allBlocks: 'All blocks',
  noRecords: 'No blocks taken yet',
  noRecordsText: 'Your part of each block is kept here.',
} as const;

/** How real the market is: facts of docs/market.md. */
export default {
  made: 'Companies, news and traders here are made up. How their market behaves was measured beside what is known of real ones. One bps is a hundredth of one per cent.',
  kinds: {
    so: 'As in real markets',
    differs: 'Where it differs',
    open: 'No figure to compare',
  },
  tags: {
    differs: 'differs',
    open: 'no figure yet',
  },
  source: 'Source: {{source}}',
  measured:
    'Measured over {{days}} market days of all shares by a command that any reader can run. No comparison with NSE’s own data was made. All figures and sources:',
  facts: {
    spread: {
      title: 'The larger the turnover, the narrower the spread',
      text: '{{a}} bps in large shares, {{b}} in middle ones, {{c}} in small ones.',
    },
    hours: {
      title: 'Most trading is in the first and the last half hour',
      text: '{{a}}% and {{c}}% of continuous trading, and {{b}}% in the middle of the day.',
    },
    jumps: {
      title: 'Large moves are more frequent than by chance',
      text: 'Kurtosis is 3 by chance. Here it is {{a}} for one minute and {{b}} for half an hour.',
    },
    memory: {
      title: 'A past move does not foretell the next',
      text: 'The correlation of one minute with the next is {{a}}.',
    },
    sectors: {
      title: 'Companies of one sector move together',
      text: 'The correlation of five minutes is {{a}} inside a sector and {{b}} across sectors.',
    },
    gap: {
      title: 'Prices move less overnight than by day',
      text: 'The deviation of the opening gap is {{a}} of a day’s.',
    },
    trend: {
      title: 'Following a trend loses after charges',
      text: '{{a}} bps a trade. SEBI found that 7 of 10 individual intraday traders in shares lost in 2022-23.',
    },
    closing: {
      title: 'Volume of the closing auction',
      text: '{{a}}% of a day’s. The session is new in India, with no figure yet. It was 7.5% in the United States in 2018.',
    },
    size: {
      title: 'A trade is three to six times too large',
      text: '₹{{a}} on average, where a real one has ₹20,000 to ₹40,000.',
    },
    listings: {
      title: 'New shares gain less at the opening',
      text: '{{a}}% on average, where real ones gained 9% in the year to March 2023 and 29% to March 2024. That is on purpose: such a gain is one for nothing.',
    },
    calm: {
      title: 'Restless hours follow restless ones',
      text: 'Large moves follow large ones: the correlation is {{a}} after five minutes and {{b}} after two hours. In real markets some of it lasts for weeks.',
    },
    fund: {
      title: 'One fund strays further from its value',
      text: '{{a}} bps a day for KHARABROAD, where large real funds have a few.',
    },
  },
} as const;

/** What is known of real markets, with its source; a range where one was looked up or follows. */
export const KNOWN = {
  trade:
    'Rs 20,000 to 40,000 over all shares: Rs 29,510 in 2023-24, Rs 33,356 in June 2024 (NSE Market Pulse, reported by NDTV Profit)',
  oneShare: 'common; no figure at hand',
  orders: 'several at the best prices of a liquid share; no figure at hand',
  atClose: 'well under 1 % (recalled)',
  circuits: 'daily news in the smallest shares; no figure at hand',
  oneSided: 'usual in the smallest shares; no figure at hand',
  ordersToTrade: 'above 1',
  spread: 'narrower the larger the turnover (Demsetz 1968; Roll 1984)',
  depth: 'more the larger the turnover (the same)',
  spreadDay: 'widest after the opening (McInish and Wood 1992)',
  smile: 'U-shaped over the day (Jain and Joh 1988; Admati and Pfleiderer 1988)',
  tails: 'far above 3 at minutes, falling as the interval grows (Cont 2001)',
  clusters: 'positive for hours and falling slowly (Cont 2001)',
  memory: 'within 0.05 of 0 beyond a few minutes (Cont 2001)',
  sectors: 'shares of one industry move together more than others (King 1966)',
  gap: 'prices move less in the closed hours than in the open ones, though more than nothing (French and Roll 1986)',
  opening: 'small; no figure at hand',
  closing:
    'no figure for India yet: the session began in August 2026; 7.5 % in the United States in 2018 (Bogousslavsky and Muravyev 2023)',
  rules:
    'loses after charges (Fama 1970; SEBI July 2024: 7 of 10 individual intraday traders in shares lost in 2022-23)',
  daily: 'well above 3 (Mandelbrot 1963; Cont 2001)',
  dailyClusters: 'positive for weeks, falling slowly (Ding, Granger and Engle 1993)',
  results: 'earnings move prices more than other days do (Beaver 1968)',
  crash: 'NIFTY 50: -38 % in early 2020, won back by November 2020 (recalled)',
  indexVolume: 'a fifth to a half (recalled)',
  listings: '9 % in the year to March 2023, 29 % to March 2024 (I12); two of three gained, more or less (recalled)',
  firstDay: 'no figure at hand; 54 % of the shares allotted were sold within a week (I12)',
  fundSpread: 'up to 10 bps: a few in the largest funds of an index (recalled)',
  premium: 'up to 10 bps, rarely 20: a few in the largest funds, more in small ones (recalled)',
} as const;

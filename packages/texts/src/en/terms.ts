/** Terms of the trade, explained where they are first met. */
export default {
  settlement: {
    title: 'T+1',
    text: 'Shares that you buy today arrive on the next market day: the day of the trade plus one. You may sell them before, and the money of a sale settles the same way.',
  },
  netting: {
    title: 'Netting within a day',
    text: 'Buys and sells of a share on one day net. Only the rest is delivered. The part within the day pays less tax and no depository charge. The contract note makes the charges final when the day is over.',
  },
  blocked: {
    title: 'Blocked until allotment',
    text: 'The amount stays in your wallet and stays yours, but it is set aside for this application. If you get no shares, it is free again. Only shares that you are allotted are paid from it.',
  },
  margin: {
    title: 'Margin',
    text: 'For an intraday trade only a part of its value is kept as security: value at risk and extreme loss margin of the share, at least 20%. Gains and losses count on the whole value. When a loss has taken 80% of the margin, the system closes the position. A position, with open orders, may have a tenth of what the share trades in a day.',
  },
  dividend: {
    title: 'Dividend',
    text: 'Money that a company pays on each share. It belongs to the holder at the close before the ex-date, the first day without it. The share begins that day lower by about as much. The money comes some market days later, within 30 days of the announcement.',
  },
  demerger: {
    title: 'Demerger',
    text: 'A part of a company becomes another one, and holders get shares of that. The old share falls by what the part is worth: a special pre-open on the ex-date finds it. So much of the cost goes over as the company publishes, and the new shares have the old date of purchase. They trade once they are listed.',
  },
  entitlement: {
    title: 'Rights entitlement (RE)',
    text: 'The right to buy one new share of the company at the price of the rights issue. Holders of the day before the ex-date get them. You can use or sell them. After the last day an entitlement that you have not used or sold is worth nothing.',
  },
  buyback: {
    title: 'Buyback by tender',
    text: 'The company buys its own shares from holders of the record date at a fixed price. You tender shares, and they are blocked until payment. A part of them is surely bought. Of the rest only what others leave is bought, and the others come back.',
  },
  shortDelivery: {
    title: 'Short delivery',
    text: 'A seller did not deliver the shares on the settlement day. The exchange buys them in an auction, and the buyer gets them a market day later. If you have sold them already, your sale is short too: you pay what the auction costs above your price.',
  },
  closeOut: {
    title: 'Close-out',
    text: 'The auction found no shares, so money settles the trade. The price is the higher of two: the highest price from the trade day to the auction day, and 120% of the close of the auction day. The side that did not deliver pays it.',
  },
  marketLot: {
    title: 'Market lot',
    text: 'Shares of a small company (SME) trade in the lot of their issue. An order is for one lot or a multiple of it, and for delivery only. All that you hold can always be sold. With fewer buyers it may take longer to sell.',
  },
  marginCall: {
    title: 'Margin call',
    text: 'When a loss has taken 50% of the margin of an intraday position, you get a notice. At 80% the system closes it, at the prices that are there. Closing a part of it yourself changes neither price; making it delivery takes it out.',
  },
  lot: {
    title: 'Lot',
    text: 'A new issue is applied for in lots: a fixed number of shares that go together. When too many people apply, one lot each is drawn among them.',
  },
  cutOff: {
    title: 'Cut-off price',
    text: 'You accept the price that the issue ends up with, whatever it is inside the band. The top of the band is blocked meanwhile; what the price leaves over is released.',
  },
  breakEven: {
    title: 'Break-even price',
    text: 'The price at which selling gives back exactly what this trade costs, with every charge of buying and of selling. Below it you lose, above it you gain.',
  },
  band: {
    title: 'Price band',
    text: 'The lowest and the highest price that orders may have today. An order outside it is not taken, so that a mistake or a panic does not move the price too far at once.',
  },
  surveillance: {
    title: 'Surveillance (ASM, GSM)',
    text: 'The exchange puts a share whose price moves strangely into a stage: full margin, a narrow band, or trade-for-trade. It is a warning, not a judgement. A review by published rule moves it in and out.',
  },
  tradeForTrade: {
    title: 'Trade-for-trade',
    text: 'Every purchase and every sale is delivered; nothing nets within the day. Shares that you buy can be sold once they have arrived, on the next market day at the earliest.',
  },
  circuit: {
    title: 'Circuit',
    text: 'The limit of today’s price band. At the lower circuit sellers queue and buyers may be absent; at the upper one it is the other way round. Trading goes on, at the limit or inside it.',
  },
  tick: {
    title: 'Tick',
    text: 'The smallest step of a price. Orders between two ticks are not taken.',
  },
  depth: {
    title: 'Market depth',
    text: 'The best prices at which others want to buy and sell right now, and how many shares wait at each. A market order takes them from the best one on.',
  },
  etf: {
    title: 'ETF',
    text: 'A fund whose units trade like a share. An index fund holds the shares of an index in its weights, so one unit follows all of them at once. It keeps a small part of its value each year as its cost.',
  },
  unitValue: {
    title: 'iNAV',
    text: 'The value now of the shares in one unit, at their last prices. Large traders may create units from shares and redeem units for them, so the price stays near it. A price far above it is a bad buy.',
  },
  moneyReturn: {
    title: 'Your money’s return',
    text: 'The one rate at which all you put in, on its dates, becomes what it is worth. A spreadsheet calls it XIRR. Here it is over the days on which money was there.',
  },
  choicesReturn: {
    title: 'Return of your choices',
    text: 'The growth of each day, multiplied. Deposits and withdrawals do not change it.',
  },
  deepestFall: {
    title: 'Deepest fall',
    text: 'The largest drop from an earlier peak, without deposits and withdrawals. The days run until it is back, and only while money is there.',
  },
  underPeak: {
    title: 'Days below the peak',
    text: 'Market days that ended below an earlier peak, of those on which money was there.',
  },
  sameInIndex: {
    title: 'Same in KHARA 50',
    text: 'Each deposit buys KHARA 50 at the close of its market day, and each withdrawal sells it. It pays no charges.',
  },
  chargesShare: {
    title: 'Charges and taxes',
    text: 'All charges on your trades and withdrawals of this time. Their share is of the gain before charges: what is left for you, and the charges.',
  },
  resultType: {
    title: 'Results by order type',
    text: 'A result belongs to the order that opened the shares. Delivery is split by limit, market and stop. All intraday orders are one group.',
  },
  timeHeld: {
    title: 'Time held',
    text: 'Market days from the trade that opened shares to the one that closed them. The oldest shares are closed first. Open shares count until today.',
  },
  tradePhase: {
    title: 'Phase',
    text: 'The part of the market day in which the shares were opened.',
  },
  revenue: {
    title: 'Revenue',
    text: 'All that the company sold in the quarter, before any cost. For a bank it is interest and fees, for an insurer premiums.',
  },
  otherIncome: {
    title: 'Other income',
    text: 'What the company earned beside its business: interest on its deposits, dividends of shares that it owns.',
  },
  expenses: {
    title: 'Operating expenses',
    text: 'What running the business cost: material, wages, rent, energy, and claims for an insurer. Depreciation, interest and tax are not in it.',
  },
  ebitda: {
    title: 'EBITDA',
    text: 'Revenue and other income less operating expenses: earnings before interest, tax, depreciation and amortisation. It makes businesses comparable, but machines do wear out and loans do want interest.',
  },
  depreciation: {
    title: 'Depreciation',
    text: 'A part of the price of machines, buildings and software, taken off as they wear out over the years. No money leaves for it in the quarter: it was paid when they were bought.',
  },
  financeCost: {
    title: 'Finance cost',
    text: 'Interest on what the company has borrowed. For a bank it is what it pays on deposits.',
  },
  profit: {
    title: 'Profit',
    text: 'What is left for shareholders after all costs, interest and tax. A loss has a minus.',
  },
  profitMargin: {
    title: 'Margin of profit',
    text: 'Profit in per cent of revenue. With 10%, ₹10 of each ₹100 sold stay. Compare it within a sector: a grocer lives on 3%, a software house would not.',
  },
  netWorth: {
    title: 'Net worth',
    text: 'What the company owns less what it owes, by its books. It belongs to shareholders. The market may pay more for it, or less.',
  },
  shareCapital: {
    title: 'Share capital',
    text: 'The face value of all shares. It grows by new shares and bonus shares, and shrinks by a buyback.',
  },
  reserves: {
    title: 'Reserves',
    text: 'Profits of all years that were not paid out, and what new shares brought above their face value. They are no heap of cash: most of them stand in machines, stock and claims.',
  },
  borrowings: {
    title: 'Loans',
    text: 'What the company has borrowed and pays back with interest. For a bank the deposits of its customers are in it.',
  },
  operatingCash: {
    title: 'Operating cash flow',
    text: 'Cash that the business itself brought in. A profit without it is a warning: customers may not have paid yet.',
  },
  investingCash: {
    title: 'Investing cash flow',
    text: 'Cash for machines, buildings, software and holdings, less what was sold of them. Below zero the company is building.',
  },
  financingCash: {
    title: 'Financing cash flow',
    text: 'Cash between the company and those who fund it: loans taken and paid back, dividends, new shares, buybacks.',
  },
  promoter: {
    title: 'Promoter',
    text: 'The founders, or the group that controls the company. In India their part is published each quarter.',
  },
  institutions: {
    title: 'Institutions',
    text: 'Mutual funds, insurers, banks and funds from abroad, which own shares for others.',
  },
  pledged: {
    title: 'Pledged shares',
    text: 'Shares that promoters gave as security for loans. If the price falls far, lenders may sell them, and the price falls further.',
  },
  priceEarnings: {
    title: 'P/E',
    text: 'The price of a share by its profit of the last four quarters: at 20 you pay ₹20 for one rupee of it. A loss has none. A low one may be a bargain, or a profit that does not come again.',
  },
  priceToBook: {
    title: 'Price to book (P/B)',
    text: 'The price of a share by its part of the net worth. Banks are often compared by it. A software house owns little, so its figure is high.',
  },
  returnOnEquity: {
    title: 'Return on equity (ROE)',
    text: 'Profit of a year in per cent of the net worth. Debt raises it too, so look at both.',
  },
  debtToEquity: {
    title: 'Debt to equity',
    text: 'Loans by the net worth. At 1 lenders have put in as much as shareholders. Banks live on borrowed money: compare them with each other.',
  },
  dividendYield: {
    title: 'Dividend yield',
    text: 'Dividends of the last four quarters in per cent of the price. It rises when the price falls, and the next dividend may be smaller.',
  },
  payout: {
    title: 'Payout',
    text: 'Dividends in per cent of the profit. Above 100% the company pays out of what it had before.',
  },
  profitGrowth: {
    title: 'Growth of profit',
    text: 'A quarter is compared with the same quarter a year ago, so that seasons do not count. A year is the last four quarters against the four before. After a loss growth has no meaning.',
  },
  surprise: {
    title: 'Surprise',
    text: 'By how much the profit of a results day differs from what was expected the evening before. The price often moves with it that day, and often it does not.',
  },
  marketValue: {
    title: 'Market value',
    text: 'The last price times all shares: what the whole company would cost at that price.',
  },
  ma: {
    title: 'Moving average (MA)',
    text: 'The mean of the last closes, of 20 candles unless you change it. It is smooth, and late.',
  },
  ema: {
    title: 'Exponential average (EMA)',
    text: 'A moving average in which the newest closes count most. It turns sooner than the plain one, and is misled sooner.',
  },
  vwap: {
    title: 'VWAP',
    text: 'The average price of all shares that were traded in the day. Large buyers measure by it what they paid. Over days the chart shows an average of closes instead.',
  },
  boll: {
    title: 'Bollinger bands (BOLL)',
    text: 'An average of closes, with a line above it and one below, two deviations away. Most closes lie between. One outside says that the move was large, and not that it turns.',
  },
  sar: {
    title: 'Parabolic SAR',
    text: 'A row of stops that follows a trend, comes closer, and changes sides when the price meets one. Without a trend it changes often.',
  },
  rsi: {
    title: 'Relative strength index (RSI)',
    text: 'How much of the last moves went up, from 0 to 100. A high one says that the price has risen, and not that it will fall.',
  },
  macd: {
    title: 'MACD',
    text: 'A fast average less a slow one, and an average of that as its signal line. The bars are what lies between the two.',
  },
  stoch: {
    title: 'Stochastic',
    text: 'Where the close stands between the lowest and the highest price of the last candles, from 0 to 100, and an average of that.',
  },
  obv: {
    title: 'On-balance volume (OBV)',
    text: 'Volume is added in candles that closed higher and taken off in those that closed lower. Its level means nothing, its direction may.',
  },
  atr: {
    title: 'Average true range (ATR)',
    text: 'How far the price moves in a candle on average, gaps between candles included. It says nothing about the direction.',
  },
} as const;

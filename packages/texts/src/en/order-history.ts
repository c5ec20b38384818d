/** The history of an order, step by step, as the server writes it. */
export default {
  step: {
    accepted: 'Saved, before it was acknowledged',
    waits_for_open: 'Waits for the next pre-open',
    opened: 'In the book',
    openedBehind: 'In the book, behind {{ahead}} {{ahead|share|shares}}',
    openedFirst: 'In the book, first in its queue',
    trigger_pending: 'Waits for a trade at {{price}}',
    triggered: 'A trade at {{price}} set it off',
    filled: 'Filled {{quantity}} at {{price}}',
    modified: 'Changed: {{quantity}} open at {{price}}',
    modify_refused: 'The change was not made',
    cancel_refused: 'It could not be cancelled',
    became_limit: '{{quantity}} go on as a limit order at {{price}}',
    cancelled: 'Cancelled',
    expired: 'Expired',
    rejected: 'The exchange did not take it',
    not_delivered: 'Not delivered: {{quantity}} {{quantity|share|shares}}',
    bought_in: 'Bought in at {{price}}: {{quantity}} {{quantity|share|shares}}',
    closed_out: 'Closed out at {{price}}: {{quantity}} {{quantity|share|shares}}',
  },
  becomes: {
    market: 'It became a market order: it takes what is offered, within its protection.',
    limit: 'It became a limit order, behind those that stood there before.',
    sl: 'It became a stop with a limit: it waits for its trigger, outside the book.',
    sl_m: 'It became a stop at the market: it waits for its trigger, outside the book.',
    ioc: 'It became good at once only: what does not fill at once is cancelled.',
  },
  why: {
    after_market:
      'Orders placed while the market is closed enter the book at 09:00 of the next market day, within that day’s band.',
    book: 'When it arrived: bid {{bid}}, ask {{ask}}, last {{price}}.',
    noBuyers:
      'No buyers stood in the book when it arrived; the last price was {{price}}. It waits in the queue until someone buys.',
    noSellers:
      'No sellers stood in the book when it arrived; the last price was {{price}}. It waits in the queue until someone sells.',
    taker: 'Trade {{trade}}: it met an order that was waiting.',
    maker: 'Trade {{trade}}: another order came to it.',
    opening_auction: 'Trade {{trade}} of the opening auction: all fill at one price.',
    closing_auction: 'Trade {{trade}} of the closing auction: all fill at one price.',
    post_close: 'Trade {{trade}} after the close, at the closing price.',
    trigger: 'A stop waits outside the book until the last price reaches its trigger.',
    keptPriority: 'It asks for less, or shows less of itself, so it kept its place in the queue.',
    lostPriority:
      'It went behind the orders already there: a new price, a larger quantity or more of it shown loses the place.',
    became_limit:
      'The unfilled rest of a market order becomes a limit order: at the protected price, or at that of the auction.',
    program: 'Placed by a program with a key of this account.',
    programWithTag: 'Placed by a program with a key of this account, marked “{{tag}}”.',
    minutes: 'Ends after {{minutes}} minutes of the market.',
    byTrigger: 'Placed by a trigger, when its price was reached.',
    byBasket: 'Sent with the other orders of a basket.',
    byRegular: 'Placed by a regular purchase, on one of its dates.',
    square_off: 'Placed by the system: intraday positions are closed before the market is.',
    margin_square_off: 'Placed by the system: a loss has taken 80% of the margin of this position.',
    buyNotDelivered:
      'The seller of shares bought on this day did not deliver. The exchange buys them in an auction, and they come on {{date}}. If it finds none, money comes instead.',
    saleNotDelivered:
      'They were sold before they arrived, and their seller did not deliver. The sale is short, and the exchange buys the shares in.',
    bought_in: 'The auction took {{price}} a share: {{loss}} more than the sale brought.',
    purchaseClosedOut:
      'The auction found no shares, so {{amount}} came instead. The close-out price is the higher of two: the highest price since the purchase, and 120% of the close.',
    closed_out:
      'The auction found no shares. The close-out price is the higher of two: the highest price since the purchase, and 120% of the close. It cost {{loss}} more than the sale brought.',
  },
} as const;

/**
 * The official close and how it was made: by the closing auction; at its reference price when the auction
 * found none; as the average of the last half hour (15:00 to 15:30) or of what was traded after 15:00; at the
 * last trade of the day; at the previous close when nothing traded.
 */
export type ClosingPrice = {
  readonly price: number;
  readonly from: 'auction' | 'auction_reference' | 'average' | 'last_trade' | 'previous_close';
};

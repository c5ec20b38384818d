/** Real time: ms since 1970 (UTC). Market time comes from `market.now()`. */
export type Clock = {
  now(): number;
};

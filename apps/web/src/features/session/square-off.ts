/**
 * Market time at which the system squares off intraday positions: before the closing auction for shares that have one, five minutes before the end for
 * the others. The broker's rule, docs/sources.md K3.
 */
export const SQUARE_OFF = { auctioned: '15:12', others: '15:25' } as const;

/** Milliseconds since midnight in India. */
export const squareOffMs = (shares: keyof typeof SQUARE_OFF): number => {
  const [hours = '0', minutes = '0'] = SQUARE_OFF[shares].split(':');
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
};

export const squareOffTime = ({ closesByAuction }: { readonly closesByAuction: boolean }): string =>
  closesByAuction ? SQUARE_OFF.auctioned : SQUARE_OFF.others;

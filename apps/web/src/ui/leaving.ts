/** A sheet's entry on its way off the history: browsers take it off a moment after they are asked. */
let leaving: Promise<void> | undefined;

export const sheetLeaving = (): Promise<void> | undefined => leaving;

/** `left` is settled when the entry is off. */
export function leave(left: Promise<void>): void {
  leaving = left;
  void left.then(() => {
    if (leaving === left) leaving = undefined;
  });
}

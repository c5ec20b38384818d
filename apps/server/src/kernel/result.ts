/**
 * What a use case answers: a value, or the stable reason for which it refused. A refusal is something a user can meet;
 * a defect is thrown instead.
 */
export type Done<T> = { readonly refused?: undefined; readonly value: T };
export type Refused<R extends string> = {
  readonly refused: R;
  /** The input field that is to blame, where there is one. */
  readonly field?: string;
  /** Further facts for the reader, sent beside the reason. */
  readonly details?: Readonly<Record<string, unknown>>;
};
export type Result<T, R extends string = string> = Done<T> | Refused<R>;

export const done = <T>(value: T): Done<T> => ({ value });

export const refuse = <const R extends string>(refused: R, more: Omit<Refused<R>, 'refused'> = {}): Refused<R> => ({
  refused,
  ...more,
});

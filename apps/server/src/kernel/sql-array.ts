/**
 * Numbers and truth values as an array of PostgreSQL. The library looks at each element of an array by itself, which is
 * dear where a statement has hundreds.
 */
export const sqlArray = (values: readonly (number | bigint | boolean | null | undefined)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

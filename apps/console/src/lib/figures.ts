/**
 * Decimal text with its digits grouped as in India: "1234567.50" is "12,34,567.50". Nothing is rounded, and
 * nothing is a float.
 */
export function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  if (whole === '') return text;
  const head = whole.slice(0, -3).replaceAll(/\B(?=(\d\d)+$)/g, ',');
  return `${sign === '-' ? '−' : ''}${head === '' ? '' : `${head},`}${whole.slice(-3)}${rest}`;
}

import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const line = (...cells: string[]) => csvOf([cells]).slice(1, -2);

it('quotes what would break a line, and begins by saying that it is UTF-8', () => {
  expect(csvOf([['a', 'b'], ['1']])).toBe('\uFEFFa,b\r\n1\r\n');
  expect(line('a,b', 'say "no"', 'two\nlines', 'रुपया')).toBe('"a,b","say ""no""","two\nlines",रुपया');
});

it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', '-cmd'])(
  'lets no spreadsheet compute %j',
  (text) => {
    expect(line(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each(['-12.50', '-1', '0.000001', '1520.35', ''])('leaves the number %j a number', (text) => {
  expect(line(text)).toBe(text);
});

import { expect, it } from 'vitest';
import { toCsv, forExcel } from './csv.ts';

const line = (...cells: string[]) => toCsv([cells]).slice(0, -2);

it('quotes what would break a line, and begins with its first name; for Excel it says that it is UTF-8', () => {
  expect(toCsv([['a', 'b'], ['1']])).toBe('a,b\r\n1\r\n');
  expect(forExcel(toCsv([['a']]))).toBe('\uFEFFa\r\n');
  expect(line('a,b', 'say "no"', 'two\nlines', 'रुपया')).toBe('"a,b","say ""no""","two\nlines",रुपया');
});

it.each(['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', '-cmd'])(
  'lets no spreadsheet compute %j',
  (text) => {
    expect(line(text).replace(/^"/, '')).toMatch(/^'/);
  },
);

it.each([
  ['one; =two', ';'],
  ['one;=two', ';'],
  ['a|@SUM(A1)', '|'],
  ['a\t+1', '\t'],
  ['first -1+cmd', ' '],
  ['a: ＝1', ':'],
  ['x,-2+3', ','],
  ['say "=1"', '"'],
])('lets no spreadsheet compute a part of %j where %j separates cells', (text, separator) => {
  for (const part of line(text).split(separator)) expect(part.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
});

it.each(['long-term', '2026-11-23', 'T10:15:03', 'a@b.example', 'x=1', 'रुपया-बाज़ार'])('leaves %j as it is', (text) => {
  expect(line(text)).toBe(text);
});

it.each(['-12.50', '-1', '0.000001', '1520.35', ''])('leaves the number %j a number', (text) => {
  expect(line(text)).toBe(text);
});

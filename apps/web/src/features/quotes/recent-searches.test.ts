import { expect, it } from 'vitest';
import { withRecent } from './recent-searches.ts';

it('a stock looked at again moves to the front', () => {
  expect(withRecent(['THEWA', 'BIDRI'], 'BIDRI')).toEqual(['BIDRI', 'THEWA']);
});

it('only the last eight are kept', () => {
  const many = Array.from({ length: 8 }, (_, index) => `S${index}`);
  expect(withRecent(many, 'NEW')).toEqual(['NEW', ...many.slice(0, 7)]);
});

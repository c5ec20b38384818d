import { expect, it } from 'vitest';
import { show } from './show.ts';

it('groups rupees as the reader does, to the paisa, and leaves other numbers alone', () => {
  const params = { amount: '1234567890123.45', quantity: 123456 };
  expect(show('{{amount}} / {{quantity}}', params, 'en')).toBe('12,34,56,78,90,123.45 / 123456');
  expect(show('{{amount}}', params, 'hi')).toBe('12,34,56,78,90,123.45');
  expect(show('{{amount}}', params, 'zh-Hans')).toBe('1,234,567,890,123.45');
  expect(show('{{price}}', { price: '5.00' }, 'zh-Hant')).toBe('5.00');
});

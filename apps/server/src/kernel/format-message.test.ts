import { expect, it } from 'vitest';
import { formatMessage } from './format-message.ts';

it('writes figures as the reader does, to the paisa and the share', () => {
  const params = { amount: '1234567890123.45', quantity: 123456 };
  expect(formatMessage('{{amount}} / {{quantity}}', params, 'en')).toBe('12,34,56,78,90,123.45 / 1,23,456');
  expect(formatMessage('{{amount}} / {{quantity}}', params, 'zh-Hans')).toBe('1,234,567,890,123.45 / 123,456');
  expect(formatMessage('{{target}} {{tds}}', { target: '1234.50', tds: '5.00' }, 'zh-Hant')).toBe('1,234.50 5.00');
  expect(formatMessage('{{date}}', { date: '2026-11-25' }, 'hi')).toBe('25 नवंबर 2026');
});

it('shows money of both currencies, also that of before currencies were kept', () => {
  expect(formatMessage('{{money}} {{received}}', { money: 'INR 100000.00', received: 'USDT 1190.500000' }, 'hi')).toBe(
    '₹1,00,000.00 1,190.500000 USDT',
  );
  expect(formatMessage('{{money}}', { amount: '100000.00' }, 'en')).toBe('₹1,00,000.00');
});

it('leaves names as they are', () => {
  const params = { trade: 12345, orderNumber: '20261125.12', code: 'AAMRAI', bid: '—' };
  expect(formatMessage('{{trade}} {{code}} {{bid}}', params, 'en')).toBe('12345 AAMRAI —');
});

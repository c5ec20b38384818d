import { expect, it } from 'vitest';
import { baseAddress } from './base-address.ts';

const page = (origin: string) => new URL(origin);

it.each([
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://192.168.1.20:8080', 'http://192.168.1.20:8080'],
  ['http://laptop.local:8080', 'http://laptop.local:8080'],
  ['https://khara.example', 'https://api.khara.example'],
  ['https://app.khara.example', 'https://api.khara.example'],
])('from %s the API is at %s', (origin, base) => {
  expect(baseAddress(page(origin))).toBe(base);
});

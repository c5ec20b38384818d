import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it('every icon that has a name has a drawing, and the other way round', () => {
  const union = /type IconName =([^;]+);/.exec(source('./icons.tsx'))?.[1] ?? '';
  const names = [...union.matchAll(/'(\w+)'/g)].map((match) => match[1]).sort();
  const drawn = [...source('./icons.svg').matchAll(/<symbol id="(\w+)"/g)].map((match) => match[1]).sort();
  expect(names.length).toBeGreaterThan(40);
  expect(drawn).toEqual(names);
});

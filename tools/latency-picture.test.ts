import { expect, it } from 'vitest';
import { latencyPicture } from './latency-picture.ts';

it('a picture of an upgrade has each restart, and answers where they were', () => {
  const points = Array.from({ length: 100 }, (_, at): [number, number] => [at * 100, at === 50 ? 4_000 : 40]);
  const steps = [
    { what: 'api-1', from: 1_000, to: 4_000 },
    { what: 'venue-1 & <its> market', from: 8_000, to: 9_000 },
  ];
  const picture = latencyPicture({ steps, points });
  expect(picture).toContain('>api-1</text>');
  expect(picture).toContain('venue-1 &amp; &lt;its> market');
  expect(picture).toContain('prefers-color-scheme: dark');
  expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  // Answers of ten seconds, in halves of one: the worst stands above the others.
  const heights = [...picture.matchAll(/cy="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights).toHaveLength(20);
  expect(heights.filter((y) => y < heights[0]!)).toHaveLength(1);
});

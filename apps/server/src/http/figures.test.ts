import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { histogram, registerFigures } from './figures.ts';

describe('figures of /metrics', () => {
  it('are read when they are asked for, by name where they have several, and counted where they say so', async () => {
    const registry = new Registry();
    let loops: readonly (readonly [string, number])[] = [
      ['sealing', 0.5],
      ['books', 3],
    ];
    const took = histogram({ name: 'took_seconds', help: 'Time.', buckets: [0.01, 1] });
    registerFigures(registry, [
      { name: 'loops', help: 'How many.', read: () => loops.length },
      { name: 'since', help: 'Since when.', label: 'job', readEach: () => loops },
      took,
    ]);
    took.observe(0.005);
    took.observe(0.5);
    const first = await registry.metrics();
    for (const line of ['loops 2', 'since{job="sealing"} 0.5', 'since{job="books"} 3'])
      expect(first).toContain(`\n${line}\n`);
    expect(first).toContain('took_seconds_bucket{le="0.01"} 1\n');
    expect(first).toContain('took_seconds_count 2\n');
    loops = [['sealing', 0.25]];
    const second = await registry.metrics();
    expect(second).toContain('since{job="sealing"} 0.25\n');
    expect(second).not.toContain('books');
  });
});

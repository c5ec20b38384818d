import { expect, it } from 'vitest';
import { flagCountry, FLAGS } from './flags.ts';

it('reads the country out of a pair of regional indicators, and nothing out of anything else', () => {
  expect([flagCountry('🇮🇳'), flagCountry('🇬🇧'), flagCountry('🇿🇿')]).toEqual(['IN', 'GB', 'ZZ']);
  expect(['', 'IN', '🙂', '🇮'].map(flagCountry)).toEqual([undefined, undefined, undefined, undefined]);
});

it('draws every flag over its whole field', () => {
  for (const [country, shapes] of Object.entries(FLAGS)) {
    const covered = shapes.reduce((area, shape) => area + (shape.kind === 'rect' ? shape.w * shape.h : 0), 0);
    expect([country, Math.round(covered) >= 600]).toEqual([country, true]);
  }
});

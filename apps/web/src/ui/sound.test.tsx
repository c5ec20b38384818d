import { afterEach, expect, it, vi } from 'vitest';
import { useConfig } from '#api/config.ts';
import { store } from '#lib/storage.ts';
import { tick } from './sound.ts';

afterEach(() => {
  store('sound', null);
  useConfig.setState({ info: undefined });
});

it.each([
  ['practice', null, 0],
  ['practice', '1', 1],
  ['school', '1', 0],
] as const)('in the profile %s, where the reader chose %s, a fill is heard %i times', (profile, kept, times) => {
  useConfig.setState({ info: { profile } as never }); // nothing else of it is asked
  store('sound', kept);
  const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
  tick();
  expect(tone).toHaveBeenCalledTimes(times);
});

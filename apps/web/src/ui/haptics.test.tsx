import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { useConfig } from '#api/config.ts';
import { store } from '#lib/storage.ts';
import { vibrate } from './haptics.ts';

let vibrated: Mock<Navigator['vibrate']>;
// Nothing else of it is asked.
const inProfile = (profile: string) => useConfig.setState({ info: { profile } as never });
beforeEach(() => {
  vibrated = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
});
afterEach(() => {
  store('vibration', null);
  useConfig.setState({ info: undefined });
});

it('a refusal is felt twice, a fill once', () => {
  vibrate('refused');
  vibrate('filled');
  expect(vibrated.mock.calls).toEqual([[[10, 40, 10]], [20]]);
});

it.each([
  ['practice', null, 1],
  ['practice', '0', 0],
  ['school', null, 0],
  ['school', '1', 1],
] as const)('in the profile %s, where the reader chose %s, it is felt %i times', (profile, kept, times) => {
  inProfile(profile);
  store('vibration', kept);
  vibrate('filled');
  expect(vibrated).toHaveBeenCalledTimes(times);
});

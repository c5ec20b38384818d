import { expect, it, vi } from 'vitest';
import { store } from '#lib/storage.ts';
import { show } from '../../../test/show.tsx';
import { Match } from './match.tsx';

const order = { marketTime: '2026-11-30T10:41:05+05:30' };
const fill = { id: '7', quantity: 1, price: '480.65', phase: 'continuous' } as const;
const drawings = (container: HTMLElement) =>
  container
    .getAnimations({ subtree: true })
    .map((animation) => (animation as CSSAnimation).effect?.getTiming().duration);

it('a fill of this moment is drawn in 600 ms, felt and heard; one of before is a still picture of the same', async () => {
  const vibrated = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  store('sound', '1');
  const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
  const before = await show(<Match order={order} fill={fill} isNew={false} />);
  await expect.element(before.getByText('from 10:41')).toBeVisible();
  await expect.element(before.getByText('at 480.65')).toBeVisible();
  expect(drawings(before.container)).toEqual([]);
  expect(vibrated).not.toHaveBeenCalled();
  expect(tone).not.toHaveBeenCalled();
  await before.rerender(<Match order={order} fill={{ ...fill, id: '8' }} isNew />);
  expect(drawings(before.container)).toEqual([600, 600, 600]);
  expect(vibrated.mock.calls).toEqual([[20]]);
  expect(tone).toHaveBeenCalledTimes(1);
  store('sound', null);
});

it('the other side of an auction is all of it', async () => {
  const screen = await show(<Match order={order} fill={{ ...fill, phase: 'opening_auction' }} isNew={false} />);
  await expect.element(screen.getByText('The auction')).toBeVisible();
});

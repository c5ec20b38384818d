import { beforeEach, expect, it, vi } from 'vitest';
import { point, press, show } from '../../test/show.tsx';
import { SwipeToConfirm } from './swipe-to-confirm.tsx';

const confirmed = vi.fn<() => void>();
beforeEach(() => confirmed.mockClear());

async function shown(more: { readonly disabled?: boolean; readonly busy?: boolean } = {}) {
  const screen = await show(
    <SwipeToConfirm
      tone="buy"
      label="Swipe to buy 40 CHAKRAVALA"
      action="Buy 40 CHAKRAVALA"
      summary="₹53,019.48"
      onConfirm={confirmed}
      {...more}
    />,
  );
  const track = screen.getByRole('button', { name: /Swipe right, press and hold, or double tap/ });
  return { screen, track, element: track.element() };
}

/** How far a finger can go: the track without the knob and its margins. */
const room = (element: Element): number => element.clientWidth - 68;

it('a swipe of 85 % of the track confirms', async () => {
  const { element } = await shown();
  point(element, 'pointerdown', { x: 30 });
  point(element, 'pointermove', { x: 30 + Math.ceil(room(element) * 0.85) });
  await expect.poll(() => element.hasAttribute('data-moving')).toBe(true);
  point(element, 'pointerup', { x: 30 + Math.ceil(room(element) * 0.85) });
  expect(confirmed).toHaveBeenCalledOnce();
});

it('the hand feels once where letting go begins to confirm, and again only after going back', async () => {
  const vibrated = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const { element } = await shown();
  const to = (part: number) => point(element, 'pointermove', { x: 30 + Math.ceil(room(element) * part) });
  point(element, 'pointerdown', { x: 30 });
  to(0.84);
  expect(vibrated).not.toHaveBeenCalled();
  for (const part of [0.86, 0.9, 0.95]) to(part);
  expect(vibrated.mock.calls).toEqual([[10]]);
  to(0.5);
  to(0.9);
  expect(vibrated).toHaveBeenCalledTimes(2);
});

it('a shorter one springs back and confirms nothing', async () => {
  const { element } = await shown();
  point(element, 'pointerdown', { x: 30 });
  point(element, 'pointermove', { x: 30 + Math.floor(room(element) * 0.84) });
  await expect.poll(() => element.hasAttribute('data-moving')).toBe(true);
  point(element, 'pointerup', { x: 30 + Math.floor(room(element) * 0.84) });
  await expect.poll(() => element.hasAttribute('data-moving')).toBe(false);
  expect(confirmed).not.toHaveBeenCalled();
});

it('a swipe that the browser takes over confirms nothing, however far it came', async () => {
  const { element } = await shown();
  point(element, 'pointerdown', { x: 30 });
  point(element, 'pointermove', { x: 30 + room(element) });
  await expect.poll(() => element.hasAttribute('data-moving')).toBe(true);
  point(element, 'pointercancel');
  expect(confirmed).not.toHaveBeenCalled();
});

it('holding still for 800 ms confirms; letting go before does not', async () => {
  const { element } = await shown();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  point(element, 'pointerdown', { x: 30 });
  vi.advanceTimersByTime(799);
  point(element, 'pointerup', { x: 30 });
  vi.advanceTimersByTime(800);
  expect(confirmed).not.toHaveBeenCalled();
  point(element, 'pointerdown', { x: 30 });
  vi.advanceTimersByTime(800);
  expect(confirmed).toHaveBeenCalledOnce();
});

it.each(['{Enter}', ' '])('the key "%s" opens a sheet that repeats what is done and asks', async (key) => {
  const { screen, element } = await shown();
  (element as HTMLButtonElement).focus();
  await press(key);
  const sheet = screen.getByRole('dialog', { name: 'Buy 40 CHAKRAVALA' });
  await expect.element(sheet).toBeVisible();
  await expect.element(sheet).toMatchTextContent(/₹53,019.48/);
  expect(confirmed).not.toHaveBeenCalled();
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  expect(confirmed).toHaveBeenCalledOnce();
});

it('the sheet can be left without doing it', async () => {
  const { screen, element } = await shown();
  (element as HTMLButtonElement).focus();
  await press('{Enter}');
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => screen.getByRole('dialog').query()).toBeNull();
  expect(confirmed).not.toHaveBeenCalled();
});

it('a reader who wants less motion taps, and is asked by the sheet', async () => {
  const { matches: _, ...media } = matchMedia('(prefers-reduced-motion: reduce)');
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...media, matches: query.includes('reduce') }) as MediaQueryList,
  );
  const { screen, track } = await shown();
  await track.click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  expect(confirmed).toHaveBeenCalledOnce();
});

it('while it is off or busy neither fingers nor keys do anything', async () => {
  const { screen, element } = await shown({ busy: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  point(element, 'pointerdown', { x: 30 });
  vi.advanceTimersByTime(800);
  vi.useRealTimers();
  (element as HTMLButtonElement).focus();
  await press('{Enter}');
  expect(screen.getByRole('dialog').query()).toBeNull();
  expect(confirmed).not.toHaveBeenCalled();
});

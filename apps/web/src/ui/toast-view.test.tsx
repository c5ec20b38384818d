import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { press, show } from '../../test/show.tsx';
import { hideLoading, showLoading, tellLoading, toast } from './toast.ts';

it('keys do not reach what a loader covers, and find their place again when it has gone', async () => {
  await show(
    <main>
      <button type="button">Before</button>
      <button type="button">Send</button>
    </main>,
  );
  const send = page.getByRole('button', { name: 'Send' });
  (send.element() as HTMLElement).focus();
  showLoading('Uploading, 0%');
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  for (let presses = 0; presses < 3; presses += 1) {
    await press('{Tab}');
    expect(document.querySelector('main')?.contains(document.activeElement)).toBe(false);
  }
  tellLoading('Uploading, 40%', 0.4);
  toast('Still on its way');
  await expect.element(page.getByText('Still on its way')).toBeVisible();
  expect(document.querySelector('main')?.inert).toBe(true);

  hideLoading();
  await expect.element(send).toHaveFocus();
  await press('{Shift>}{Tab}{/Shift}');
  await expect.element(page.getByRole('button', { name: 'Before' })).toHaveFocus();
});

import { useState, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { lazyPart, lazySheet } from './lazy-part.tsx';

type Opened = { readonly open: boolean; readonly onClose: () => void };

/** Code that does not come the first times that it is asked for. */
function lateAfter<C>(failures: number, part: C) {
  let asked = 0;
  return vi.fn<() => Promise<{ readonly default: C }>>(async () => {
    asked += 1;
    if (asked <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: part };
  });
}

/** A button and the sheet that it opens, which may stay when it is closed. */
function Opener({ of: Late, stays = false }: { readonly of: ComponentType<Opened>; readonly stays?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        Alerts
      </button>
      {(open || stays) && <Late open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
const Words = ({ words }: { readonly words: string }) => <p>{words}</p>;
const Here = ({ open }: Opened) => open && <p>Here it is</p>;
const Broken = (): never => {
  throw new Error('a defect');
};

it('a part whose code does not come fails alone, and a tap fetches it again', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no line'));
  const load = lateAfter(2, Words);
  const Part = lazyPart(load);
  const screen = await show(
    <>
      <h2>Prices</h2>
      <Part words="Tools" wait={<i>coming</i>} />
    </>,
  );
  const again = screen.getByRole('button', { name: 'This part did not load. Tap to retry' });
  await expect.element(again).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Prices' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);

  await again.click();
  await expect.poll(() => load.mock.calls.length).toBe(2);
  await again.click();
  await expect.element(screen.getByText('Tools')).toBeVisible();
  await expect.element(again).not.toBeInTheDocument();
});

it('a part with a defect leaves its page standing, and says what its place asks for', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined); // React names what was thrown
  const Part = lazyPart(async () => ({ default: Broken }), { failed: ({ wait }) => wait });
  const screen = await show(
    <>
      <h2>Prices</h2>
      <Part wait={<p>short words</p>} />
    </>,
  );
  await expect.element(screen.getByText('short words')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Prices' })).toBeVisible();
});

it('a sheet whose code does not come says so and is closed; the next tap fetches it again', async () => {
  const load = lateAfter(1, Here);
  const Late = lazySheet(load);
  const screen = await show(<Opener of={Late} />);
  const opener = screen.getByRole('button', { name: 'Alerts' });
  await opener.click();
  await expect.element(screen.getByText('This part did not load. Tap to retry')).toBeVisible();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.click();
  await expect.element(screen.getByText('Here it is')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('a sheet that stays beside its opener is fetched again as well', async () => {
  const load = lateAfter(1, Here);
  const Late = lazySheet(load);
  const screen = await show(<Opener of={Late} stays />);
  await expect.element(screen.getByText('This part did not load. Tap to retry')).toBeVisible();
  await screen.getByRole('button', { name: 'Alerts' }).click();
  await expect.element(screen.getByText('Here it is')).toBeVisible();
});

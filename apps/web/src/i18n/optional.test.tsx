import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { optional } from './optional.tsx';

const Words = ({ words }: { readonly words: string }) => <p>{words}</p>;

it('a part whose code did not come comes by itself once the network is back, and its page does without it', async () => {
  const load = vi
    .fn<() => Promise<{ readonly default: typeof Words }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue({ default: Words });
  const Part = optional(load);
  const screen = await show(
    <>
      <h2>Prices</h2>
      <Part words="News" wait={<i>coming</i>} />
    </>,
  );
  await expect.element(screen.getByText('coming')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Prices' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await expect.element(screen.getByText('News')).toBeVisible();
  await expect.element(screen.getByText('coming')).not.toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

import { expect, it } from 'vitest';
import { show } from '../../../test/show.tsx';
import { Cover } from './cover.tsx';

const line = (cover: HTMLElement | undefined) => cover?.querySelector('g > path + path')?.getAttribute('d');

it('a story of a company has what its share traded at, on the ground of its sector, and else a drawing', async () => {
  const prices = ['100.00', '104.00', '98.00', '101.00'];
  const screen = await show(
    <>
      <Cover id="news-1" category="company" traded={{ sector: 'banks', prices }} />
      <Cover id="news-2" category="company" traded={{ sector: 'banks', prices: prices.toReversed() }} />
      <Cover id="news-3" category="company" traded={null} />
      <Cover id="news-4" category="company" traded={{ sector: 'banks', prices: ['100.00'] }} />
    </>,
  );
  const [first, second, dropped, once] = [...screen.container.querySelectorAll('svg')].map((it) => it.parentElement!);
  expect(line(first)).toMatch(/^M1 .+L78 /);
  expect(line(second)).not.toBe(line(first));
  expect(second?.className).toBe(first?.className);
  for (const plain of [dropped, once]) expect(plain?.querySelector('rect'), 'houses').not.toBeNull();
});

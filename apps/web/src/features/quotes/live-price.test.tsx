import { expect, it, vi } from 'vitest';
import { quoteStore } from '#api/client.ts';
import { show } from '../../../test/show.tsx';
import { LivePrice } from './live-price.tsx';

/** What is said follows within a second. */
const WAIT_MS = 5000;

const quote = {
  code: 'LIVEPRICE',
  price: '98.00',
  changeAmount: '-2.00',
  changePercent: '-2.00',
  prevClose: '100.00',
  at: 1,
};
const textOf = (root: Element, selector: string) => root.querySelector(`span:has(> svg) > ${selector}`)?.textContent;

it('a price follows its ticks, with its change from the same close, seen and said', async () => {
  const { container } = await show(<LivePrice quote={quote} withAmount />);
  expect(container.querySelector('b')?.textContent).toBe('98.00');
  expect(textOf(container, 'span[aria-hidden]')).toBe('−2.00 (−2.00%)');
  quoteStore.receive({ type: 'quotes', data: [[quote.code, '1101.50', '1001.50', 5, 2]] });
  await vi.waitFor(() => expect(container.querySelector('b')?.textContent).toBe('1,101.50'));
  expect(textOf(container, 'span[aria-hidden]')).toBe('+1,001.50 (+1,001.50%)');
  await vi.waitFor(
    () => expect(textOf(container, 'span:last-child')).toBe('plus 1,001.50, up 1,001.50 per cent'),
    WAIT_MS,
  );
});

it('its boxes are as wide as what stands in them', async () => {
  const { container } = await show(<LivePrice quote={{ ...quote, code: 'WIDE', price: '123456.75' }} withAmount />);
  for (const box of container.querySelectorAll<HTMLElement>('b, span:has(> span > svg)')) {
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
  }
});

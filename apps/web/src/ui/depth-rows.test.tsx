import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { DepthRows, type PaintSide, type SaidLevel } from './depth-rows.tsx';

type Book = Parameters<PaintSide>[1];
const labels = {
  orders: 'Orders',
  quantity: 'Qty',
  bid: 'Bid',
  ask: 'Ask',
  bids: 'Bids',
  asks: 'Asks',
  say: (side: string, { at, of, price, quantity, orders }: SaidLevel) =>
    `${side} ${at} of ${of}: ${price}, ${quantity} by ${orders}`,
};
const book: Book = {
  bids: [
    ['99.95', 400, 3],
    ['99.90', 100, 1],
  ],
  asks: [['100.05', 1200, 7]],
};
const buttons = (root: Element) => [...root.querySelectorAll('button')].filter(({ hidden }) => !hidden);
const corners = (root: Element) => [...root.querySelectorAll('polygon')].map((side) => side.getAttribute('points'));

it('both sides stand beside each other, with a dash where there is no order', async () => {
  const screen = await show(<DepthRows book={book} labels={labels} />);
  const { container } = screen;
  expect(buttons(container).map(({ textContent }) => textContent)).toEqual(['340099.95', '110099.90', '71,200100.05']);
  // For who hears it: two lists with names, all bids and then all asks, each with its side and place.
  const lists = screen.getByRole('list').elements();
  expect(lists.map(({ ariaLabel }) => ariaLabel)).toEqual(['Bids', 'Asks']);
  expect(lists.map((list) => buttons(list).map(({ ariaLabel }) => ariaLabel))).toEqual([
    ['bids 1 of 5: 99.95, 400 by 3', 'bids 2 of 5: 99.90, 100 by 1'],
    ['asks 1 of 5: 100.05, 1,200 by 7'],
  ]);
  const dashes = [...container.querySelectorAll('span')].filter(
    ({ textContent, offsetParent }) => textContent === '–' && offsetParent !== null,
  );
  expect(dashes).toHaveLength(7);
});

it('bars grow from the middle, and the largest quantity of both sides fills its half', async () => {
  const { container } = await show(<DepthRows book={book} labels={labels} />);
  expect(corners(container)).toEqual([
    '100,2 66.67,2 66.67,28 100,28 100,32 91.67,32 91.67,58 100,58',
    '0,2 100.00,2 100.00,28 0,28',
  ]);
});

it('a newer book is painted side by side, and its prices are the ones that are picked', async () => {
  const onPick = vi.fn();
  let paint: PaintSide | undefined;
  const { container, unmount } = await show(
    <DepthRows
      book={book}
      labels={labels}
      onPick={onPick}
      follow={(painter) => {
        paint = painter;
        return () => (paint = undefined);
      }}
    />,
  );
  const newer: Book = { bids: [['101.00', 5, 1]], asks: [] };
  paint?.('bids', newer);
  expect(buttons(container).map(({ textContent }) => textContent)).toEqual(['15101.00', '71,200100.05']);
  paint?.('asks', newer);
  expect(buttons(container).map(({ textContent }) => textContent)).toEqual(['15101.00']);
  await userEvent.click(buttons(container)[0] as Element);
  expect(onPick).toHaveBeenCalledExactlyOnceWith('101.00', 'sell');
  await unmount();
  expect(paint).toBeUndefined();
});

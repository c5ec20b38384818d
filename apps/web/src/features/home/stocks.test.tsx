import type { Data } from '@khara/contract';
import { expect, it, onTestFinished } from 'vitest';
import { queryClient } from '#api/client.ts';
import type { ListState } from '#api/use-call.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { Stocks } from './stocks.tsx';

const none: ListState<'marketList'> = {
  items: [],
  first: undefined,
  loading: false,
  failure: undefined,
  hasMore: false,
  loadingMore: false,
  more: () => undefined,
  again: () => Promise.resolve(),
};
const all = (): Data<'marketList'> => ({
  list: [{ ...stock(), sector: undefined }],
  nextCursor: null,
  breadth: { rising: 0, unchanged: 0, falling: 0, untraded: 1 },
});

it('has prices before anything has traded on a day: those of the first shares of all', async () => {
  queryClient.clear();
  const server = answering({ marketList: all });
  const screen = await show(<Stocks watchlist={undefined} active={none} />);
  onTestFinished(() => screen.unmount());
  await expect.element(screen.getByText('Nothing has traded today yet.')).toBeVisible();
  await expect.element(screen.getByText('1,324.60')).toBeVisible();
  expect(server.asked('marketList')).toMatchObject([{ type: 'all', size: 5 }]);
});

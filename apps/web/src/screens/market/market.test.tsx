import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { PaneFrame } from '#shell/desk/pane-frame.tsx';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import Market from './market.tsx';

const PATH = '/pages/market/index';

const row = (code: string) => {
  const { sector: _sector, ...quote } = stock({ code });
  return quote;
};

/** The lists of the desk, for a member with these shares in the watchlist. */
async function showLists(own: readonly string[], search = '') {
  replace(PATH + search);
  answering({
    marketList: ({ type }) => ({
      list: (type === 'watchlist' ? own : ['AAMRAI', 'KORKAI', 'THEWA']).map(row),
      nextCursor: null,
      breadth: { rising: 0, unchanged: 0, falling: 0, untraded: 0 },
    }),
    watchlists: () => ({ list: [{ id: 'first', name: null, codes: [...own] }] }),
  });
  const route = findRoute(PATH);
  if (!route) throw new Error('no such route');
  const pane = { name: 'list', path: PATH, search, change: () => {}, Frame: PaneFrame, hasSide: true } as const;
  await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none', pane }}>
      <Market />
    </PlaceContext>,
  );
}
const expectRows = (codes: readonly string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('link', { name: /^[A-Z]+, / })
        .elements()
        .map((link) => link.getAttribute('href')?.split('=')[1]),
    )
    .toEqual(codes);

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
});

it('the lists of the desk begin with the watchlist', async () => {
  await showLists(['THEWA']);
  await expectRows(['THEWA']);
});

it('the lists of the desk begin with all shares where the watchlist has none', async () => {
  await showLists([]);
  await expectRows(['AAMRAI', 'KORKAI', 'THEWA']);
});

it('the lists of the desk stay with all shares where they were chosen', async () => {
  await showLists(['THEWA'], '?tab=all');
  await expectRows(['AAMRAI', 'KORKAI', 'THEWA']);
});

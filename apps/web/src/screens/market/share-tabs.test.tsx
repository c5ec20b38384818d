import type { Data } from '@khara/contract';
import { expect, it, onTestFinished } from 'vitest';
import { queryClient } from '#api/client.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { useShareTabs } from './share-tabs.tsx';

const PATH = '/pages/market/details';

function Parts({ of }: { readonly of: Data<'marketDetail'> }) {
  const { tabs, other } = useShareTabs(of);
  return (
    <>
      {tabs}
      {other ?? <p>the chart</p>}
    </>
  );
}

const RESULT: Data<'articles'>['list'][number] = {
  id: 'result',
  title: '',
  summary: '',
  cover: null,
  category: 'company',
  at: 1_796_000_000_000,
  marketDate: '2026-11-27',
  traded: null,
  readMinutes: 1,
};

async function showing(of: Data<'marketDetail'>) {
  queryClient.clear();
  answering({
    articles: ({ code }) => ({
      list: [{ ...RESULT, title: code === of.code ? 'A result' : 'Others' }],
      nextCursor: null,
    }),
    company: () => ({ business: 'other', listedOn: null, quarters: [], ratios: null, next: null, sealed: null }),
  });
  location.hash = `#${PATH}?code=${of.code}`;
  const route = { path: PATH, title: 'stockDetails', texts: [], screen: () => Promise.reject(new Error()) } as const;
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Parts of={of} />
    </PlaceContext>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    location.hash = '';
  });
  return screen;
}

it('opens what a company has published by its tab, which the address keeps', async () => {
  const screen = await showing(stock());
  await expect.element(screen.getByText('the chart')).toBeVisible();
  await screen.getByRole('link', { name: 'Company' }).click();
  await expect.element(screen.getByText('It has published nothing yet')).toBeVisible();
  expect(location.hash).toContain('tab=company');
  await expect.element(screen.getByText('the chart')).not.toBeInTheDocument();
});

it('has the news of its company in the third', async () => {
  const screen = await showing(stock());
  await screen.getByRole('link', { name: 'News' }).click();
  await expect.element(screen.getByText('A result')).toBeVisible();
  expect(location.hash).toContain('tab=news');
  await expect.element(screen.getByText('the chart')).not.toBeInTheDocument();
});

it('is no tab of an index', async () => {
  const screen = await showing(stock({ kind: 'index' }));
  await expect.element(screen.getByText('the chart')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Company' })).not.toBeInTheDocument();
});

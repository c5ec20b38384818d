import type { Data } from '@khara/contract';
import { expect, it, onTestFinished } from 'vitest';
import { queryClient } from '#api/client.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { useCompanyTab } from './company-tab.tsx';

const PATH = '/pages/market/details';

function Parts({ of }: { readonly of: Data<'marketDetail'> }) {
  const { tabs, company } = useCompanyTab(of);
  return (
    <>
      {tabs}
      {company ?? <p>the chart</p>}
    </>
  );
}

async function showing(of: Data<'marketDetail'>) {
  queryClient.clear();
  answering({
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

it('is no tab of an index', async () => {
  const screen = await showing(stock({ kind: 'index' }));
  await expect.element(screen.getByText('the chart')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Company' })).not.toBeInTheDocument();
});

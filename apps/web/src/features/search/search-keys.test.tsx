import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlaceContext } from '#shell/route-context.ts';
import { ROUTES } from '#routes/routes.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { replace } from '#shell/location.ts';
import { answering } from '../../../test/server.ts';
import { press, show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import { SearchField } from './search-field.tsx';
import SearchResults from './search-results.tsx';

const opened: string[] = [];
function Search() {
  const [query] = usePageQuery();
  const asked = query.get('q') ?? '';
  return (
    <main
      data-enter="none"
      style={{ height: 600, overflow: 'auto' }}
      onClickCapture={(event) => {
        const href = (event.target as Element).closest('a')?.getAttribute('href');
        if (!href) return;
        opened.push(href);
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <SearchField focused />
      {asked !== '' && <SearchResults asked={asked} />}
    </main>
  );
}

function quote(code: string) {
  const { sector: _sector, ...row } = stock({ code });
  return row;
}
const CODES = ['KORKAI', 'KORKAIGAS', 'KORKAITEA'];
async function searching(): Promise<void> {
  opened.length = 0;
  replace('/pages/index/search/index');
  answering({
    marketList: ({ keyword = '' }) => ({
      list: CODES.filter((code) => code.includes(keyword.toUpperCase())).map((code) => quote(code)),
      nextCursor: null,
      breadth: { rising: 0, unchanged: 0, falling: 0, untraded: 0 },
    }),
  });
  const screen = await show(
    <PlaceContext value={{ route: ROUTES.notFound, key: 'k', direction: 'none' }}>
      <Search />
    </PlaceContext>,
  );
  onTestFinished(() => screen.unmount());
}

/** Presses a key, and says where the focus is then. */
const at = async (key: string) => {
  await press(key);
  return document.activeElement?.getAttribute('href')?.split('=')[1] ?? document.activeElement?.tagName;
};

it('Enter opens the first match, also before the answer has come', async () => {
  await searching();
  await userEvent.fill(page.getByRole('searchbox'), 'korkai');
  await press('{Enter}');
  await expect.poll(() => opened).toEqual(['#/pages/market/details?code=KORKAI']);
  expect(document.activeElement?.getAttribute('href')).toBe(opened[0]); // where letters are keys again
});

it('Enter opens nothing where nothing matches', async () => {
  await searching();
  await userEvent.fill(page.getByRole('searchbox'), 'xyz');
  await press('{Enter}');
  await expect.element(page.getByText('All stocks')).toBeVisible();
  expect(opened).toEqual([]);
});

it('arrows go from the field through the matches and back, and Escape gives the field back', async () => {
  await searching();
  const field = page.getByRole('searchbox');
  await userEvent.fill(field, 'korkai');
  await expect.element(page.getByText('3 matches')).toBeVisible();
  expect(await at('{ArrowDown}')).toBe('KORKAI');
  expect(await at('{ArrowDown}')).toBe('KORKAIGAS');
  expect(await at('{ArrowUp}')).toBe('KORKAI');
  expect(await at('{ArrowUp}')).toBe('INPUT');
  await press('{ArrowDown}{ArrowDown}');
  expect(await at('{Escape}')).toBe('INPUT');
  await expect.element(field).toHaveValue('korkai');
});

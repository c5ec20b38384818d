import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { createColumns, Table } from './table.tsx';

type Line = { readonly name: string; readonly state: string; readonly points: number };
const column = createColumns<Line>();
const COLUMNS = [
  column.accessor('name', { header: 'Name' }),
  column.accessor('state', { header: 'State' }),
  column.accessor('points', { header: 'Points' }),
];
const LINES: readonly Line[] = [
  { name: 'Bela', state: 'waits', points: 9 },
  { name: 'Asha', state: 'done', points: 10 },
  { name: 'Chand', state: 'waits', points: 2 },
];
const people = (lines = LINES) => (
  <Table
    label="People"
    columns={COLUMNS}
    lines={lines}
    empty="There is no person."
    hasFilter
    filters={[{ label: 'State', of: ({ state }) => state }]}
    below={({ name }) => `About ${name}`}
  />
);

const names = () => [...document.querySelectorAll('td[data-head=Name]')].map((cell) => cell.textContent);
/** The columns that say that they are sorted. */
const sorted = () =>
  [...document.querySelectorAll('th[aria-sort]')].map((head) => `${head.textContent} ${head.ariaSort}`);
const count = page.getByRole('status');

it('has its lines in their order, each with what stands below it', async () => {
  await show(people());
  expect(names()).toEqual(['Bela', 'Asha', 'Chand']);
  await expect.element(page.getByText('About Asha')).toBeVisible();
  await expect.element(count).toHaveTextContent('3');
});

it('sorts by a column’s head, numbers by their value, and says so', async () => {
  await show(people());
  expect(sorted()).toEqual([]);
  await page.getByRole('button', { name: 'Name' }).click();
  await expect.poll(names).toEqual(['Asha', 'Bela', 'Chand']);
  expect(sorted()).toEqual(['Name ▲ ascending']);
  await page.getByRole('button', { name: 'Points' }).click();
  await expect.poll(names).toEqual(['Asha', 'Bela', 'Chand']);
  expect(sorted()).toEqual(['Points ▼ descending']);
  await page.getByRole('button', { name: 'Points' }).click();
  await expect.poll(names).toEqual(['Chand', 'Bela', 'Asha']);
  expect(sorted()).toEqual(['Points ▲ ascending']);
});

it('filters by any text and by a choice, and counts what is left', async () => {
  await show(people());
  await page.getByRole('combobox').selectOptions('waits');
  await expect.poll(names).toEqual(['Bela', 'Chand']);
  await expect.element(count).toHaveTextContent('2 of 3');
  await userEvent.keyboard('/'); // goes to the field
  await userEvent.keyboard('cha');
  await expect.poll(names).toEqual(['Chand']);
  await userEvent.keyboard('x');
  await expect.element(page.getByText('Nothing fits these filters.')).toBeVisible();
});

it('says that there is nothing, that it loads, and what went wrong with a way to try again', async () => {
  const { rerender } = await show(people([]));
  await expect.element(page.getByText('There is no person.')).toBeVisible();
  const table = { label: 'People', columns: COLUMNS, lines: [] as readonly Line[], empty: 'Empty' };
  await rerender(<Table {...table} isLoading />);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  let tries = 0;
  await rerender(<Table {...table} error={new Error('The server cannot be reached.')} retry={() => (tries += 1)} />);
  await expect.element(page.getByText('The server cannot be reached.')).toBeVisible();
  await expect.element(page.getByText('Empty')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(tries).toBe(1);
});

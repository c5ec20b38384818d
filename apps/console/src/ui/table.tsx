import {
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  columnFilteringFeature,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import { useState, type ReactNode } from 'react';

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic, text: sortFn_text },
  filterFns: { includesString: filterFn_includesString },
});

/** Columns of a table of T. Made outside a component. */
export const columnsOf = <T extends RowData>() => createColumnHelper<typeof features, T>();
// A column's values have types of their own; a list of columns has no common one.
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<T extends RowData> = ColumnDef<typeof features, T, any>[];

type Props<T extends RowData> = {
  readonly label: string;
  readonly columns: Columns<T>;
  readonly lines: readonly T[];
  /** What is said when there is nothing. */
  readonly empty: string;
  readonly isLoading?: boolean;
  readonly error?: Error | null;
  readonly hasFilter?: boolean;
  readonly more?: ReactNode;
};

/** A table that sorts by a click on a column's head, and filters by any text. On a narrow screen each line becomes a card. */
export function Table<T extends RowData>({
  label,
  columns,
  lines,
  empty,
  isLoading,
  error,
  hasFilter,
  more,
}: Props<T>) {
  const [filter, setFilter] = useState('');
  const table = useTable({
    features,
    columns,
    data: lines as T[], // it is not changed
    globalFilterFn: 'includesString',
    state: { globalFilter: filter },
    onGlobalFilterChange: setFilter,
  });
  const rows = table.getRowModel().rows;
  return (
    <>
      {hasFilter ? (
        <input
          className="filter"
          type="search"
          aria-label={`Filter ${label}`}
          placeholder="Filter"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      {error ? <p role="alert">{error.message}</p> : null}
      <table aria-label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted();
                return (
                  <th
                    key={header.id}
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                  >
                    {header.column.getCanSort() ? (
                      <button type="button" className="sort" onClick={header.column.getToggleSortingHandler()}>
                        <table.FlexRender header={header} />
                        <span aria-hidden="true">{sorted === 'asc' ? ' ▲' : sorted === 'desc' ? ' ▼' : ''}</span>
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                );
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-head={String(cell.column.columnDef.header ?? '')}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && !error ? <p className="empty">{isLoading ? 'Loading …' : empty}</p> : null}
      {more}
    </>
  );
}

/** Reads the next lines of a list. */
export function More({
  query,
}: {
  readonly query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}) {
  if (!query.hasNextPage) return null;
  return (
    <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      More
    </button>
  );
}

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
import { Fragment, useState, type ReactNode, useEffect, useRef } from 'react';
import { Empty, Failed, Loading } from './states.tsx';
import css from './table.module.css';

/** The key / goes to a field, unless one is writing somewhere. */
function useSlashKey<E extends HTMLElement>() {
  const field = useRef<E>(null);
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement | null; // of a key event it is an element
      if (event.key !== '/' || event.ctrlKey || event.metaKey || at?.closest('input, textarea, select, [role=dialog]'))
        return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', go);
    return () => removeEventListener('keydown', go);
  }, []);
  return field;
}

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
export const createColumns = <T extends RowData>() => createColumnHelper<typeof features, T>();
// A column's values have types of their own; a list of columns has no common one.
// oxlint-disable-next-line typescript/no-explicit-any
export type Columns<T extends RowData> = ColumnDef<typeof features, T, any>[];

/** A choice above a table: lines whose value is the one chosen. */
export type Filter<T> = {
  readonly label: string;
  readonly of: (line: T) => string;
};

type Props<T extends RowData> = {
  readonly label: string;
  readonly columns: Columns<T>;
  readonly lines: readonly T[];
  /** What is said when there is nothing. */
  readonly empty: string;
  readonly isLoading?: boolean;
  readonly error?: Error | null;
  readonly retry?: () => unknown;
  /** A field that filters by any text; the key / goes there. */
  readonly hasFilter?: boolean;
  readonly filters?: readonly Filter<T>[];
  /** What stands below a line, over the whole width. */
  readonly below?: (line: T) => ReactNode;
  readonly more?: ReactNode;
};

const ANY = '';

/** Columns that hold figures, which stand under each other at the right. */
const FIGURES: ReadonlySet<string> = new Set([
  'accounts',
  'amount',
  'applications',
  'balance',
  'difference',
  'fee',
  'members',
  'others',
  'points',
  'violations',
]);
const figure = (id: string) => (FIGURES.has(id) ? css.figure : undefined);

/** Lines that keep to every choice, and the choices that there are. */
function useChoices<T>(lines: readonly T[], filters: readonly Filter<T>[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const inForce = filters.filter(({ label }) => (chosen[label] ?? ANY) !== ANY);
  const kept =
    inForce.length === 0 ? lines : lines.filter((line) => inForce.every(({ label, of }) => of(line) === chosen[label]));
  const bar = filters.map(({ label, of }) => {
    const values = [...new Set(lines.map(of))].sort();
    return (
      <label key={label} className="choice">
        {label}
        <select
          value={chosen[label] ?? ANY}
          onChange={(event) => setChosen({ ...chosen, [label]: event.target.value })}
        >
          <option value={ANY}>All</option>
          {values.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
      </label>
    );
  });
  return { kept, bar };
}

/**
 * A table that sorts by a click on a column's head, and filters by any text and by choices. On a narrow
 * screen each line becomes a card.
 */
export function Table<T extends RowData>(props: Props<T>) {
  const { label, columns, lines, empty, isLoading, error, retry, hasFilter, filters = [], below, more } = props;
  const [filter, setFilter] = useState('');
  const field = useSlashKey<HTMLInputElement>();
  const { kept, bar } = useChoices(lines, filters);
  const table = useTable({
    features,
    columns,
    data: kept as T[], // it is not changed
    globalFilterFn: 'includesString',
    state: { globalFilter: filter },
    onGlobalFilterChange: setFilter,
  });
  const rows = table.getRowModel().rows;
  const isFiltered = rows.length < lines.length;
  return (
    <section className={css.listing} aria-label={label}>
      {lines.length > 0 && (hasFilter || bar.length > 0) ? (
        <div className="toolbar">
          {hasFilter ? (
            <input
              ref={field}
              className="filter"
              type="search"
              aria-label={`Filter ${label}`}
              aria-keyshortcuts="/"
              placeholder="Filter"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
          ) : null}
          {bar}
          <span className="quiet" role="status">
            {isFiltered ? `${rows.length} of ${lines.length}` : lines.length > 0 ? lines.length : ''}
          </span>
        </div>
      ) : null}
      {error ? <Failed error={error} {...(retry ? { retry } : {})} /> : null}
      {rows.length > 0 ? (
        <div className={css.sheet}>
          <table aria-label={label}>
            <thead>
              {table.getHeaderGroups().map((group) => (
                <tr key={group.id}>
                  {group.headers.map((header) => {
                    const sorted = header.column.getIsSorted();
                    return (
                      <th
                        key={header.id}
                        className={figure(header.column.id)}
                        aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                      >
                        {header.column.getCanSort() ? (
                          <button type="button" className={css.sort} onClick={header.column.getToggleSortingHandler()}>
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
                <Fragment key={row.id}>
                  <tr>
                    {row.getAllCells().map((cell) => (
                      <td
                        key={cell.id}
                        className={figure(cell.column.id)}
                        data-head={String(cell.column.columnDef.header ?? '')}
                      >
                        <table.FlexRender cell={cell} />
                      </td>
                    ))}
                  </tr>
                  {below ? (
                    <tr className={css.below}>
                      <td colSpan={columns.length}>{below(row.original)}</td>
                    </tr>
                  ) : null}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      ) : isLoading ? (
        <Loading />
      ) : error ? null : (
        <Empty>{isFiltered ? 'Nothing fits these filters.' : empty}</Empty>
      )}
      {more}
    </section>
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
      {query.isFetchingNextPage ? 'Loading …' : 'More'}
    </button>
  );
}

import type { ConsoleData } from '@khara/contract';
import { Link } from 'react-router';
import { useCall } from '../data.ts';
import { Heading } from '../ui/states.tsx';
import { columnsOf, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../ui/time.ts';
import { words } from '../ui/words.ts';

type Line = ConsoleData<'consoleArticles'>['list'][number];
const article = columnsOf<Line>();
const COLUMNS: Columns<Line> = [
  article.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) => <Link to={`/articles/${original.id}`}>{original.title}</Link>,
  }),
  article.accessor('id', { header: 'Id' }),
  article.accessor('category', { header: 'Category', cell: ({ getValue }) => words(getValue()) }),
  article.accessor('source', { header: 'By', cell: ({ getValue }) => words(getValue()) }),
  article.accessor('published', {
    header: 'Shown',
    cell: ({ getValue }) => <span className={getValue() ? 'tag good' : 'tag'}>{getValue() ? 'Shown' : 'Hidden'}</span>,
  }),
  article.accessor('at', { header: 'Date', cell: ({ getValue }) => showTime(getValue()) }),
];

export function Articles() {
  const { data, error, isLoading, refetch } = useCall('consoleArticles', {}, { everyMs: false });
  return (
    <>
      <Heading
        title="Articles"
        action={
          <Link className="button primary" to="/articles/new">
            Write an article
          </Link>
        }
      >
        What people read under News. One that was saved here is no longer replaced by the release’s own.
      </Heading>
      <Table
        label="Articles"
        hasFilter
        filters={[
          { label: 'Category', of: ({ category }) => words(category) },
          { label: 'By', of: ({ source }) => words(source) },
        ]}
        columns={COLUMNS}
        lines={data?.list ?? []}
        error={error}
        retry={refetch}
        isLoading={isLoading}
        empty="There is no article."
      />
    </>
  );
}

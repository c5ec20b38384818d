import type { ConsoleData } from '@khara/contract';
import { Link } from 'react-router';
import { useCall } from '../data.ts';
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
  const { data, error, isLoading } = useCall('consoleArticles', {}, { everyMs: false });
  return (
    <>
      <h1>Articles</h1>
      <p>
        <Link className="button" to="/articles/new">
          Write an article
        </Link>
      </p>
      <Table
        label="Articles"
        hasFilter
        columns={COLUMNS}
        lines={data?.list ?? []}
        error={error}
        isLoading={isLoading}
        empty="There is no article."
      />
    </>
  );
}

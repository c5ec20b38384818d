import type { ConsoleData } from '@khara/contract';
import { Link } from 'react-router';
import { useAct, useCall } from '../api/data.ts';
import { PUBLISH_ARTICLE } from '../decisions/article-change.tsx';
import { useWaiting, WaitingRequests } from '../decisions/decision.tsx';
import { Heading } from '../ui/states.tsx';
import { createColumns, Table, type Columns } from '../ui/table.tsx';
import { showTime } from '../lib/time.ts';
import { words } from '../lib/words.ts';

type Line = ConsoleData<'consoleArticles'>['list'][number];

function TakeDown({ id }: { readonly id: string }) {
  const act = useAct('consoleTakeArticleDown');
  return (
    <>
      <button type="button" disabled={act.isPending} onClick={() => act.mutate({ id })}>
        Take down
      </button>
      {act.error ? <p role="alert">{act.error.message}</p> : null}
    </>
  );
}

/** Whether an article is shown, and whether a change of it waits for a second person. */
function State({ line }: { readonly line: Line }) {
  const waits = useWaiting(PUBLISH_ARTICLE).has(line.id);
  return (
    <span className="row">
      <span className={line.published ? 'tag good' : 'tag'}>{line.published ? 'Shown' : 'Hidden'}</span>
      {waits ? <span className="tag wait">A change waits</span> : null}
      {line.published && line.maker !== null ? <TakeDown id={line.id} /> : null}
    </span>
  );
}

/** Who an article is by: two people, else the release or the simulation. */
const byWhom = ({ maker, checker, source }: Line): string =>
  maker === null ? words(source) : `${maker}, ${checker ?? ''}`;

const article = createColumns<Line>();
const COLUMNS: Columns<Line> = [
  article.accessor('title', {
    header: 'Title',
    cell: ({ row: { original } }) => <Link to={`/articles/${original.id}`}>{original.title}</Link>,
  }),
  article.accessor('id', { header: 'Id' }),
  article.accessor('category', { header: 'Category', cell: ({ getValue }) => words(getValue()) }),
  article.accessor((line) => byWhom(line), { id: 'by', header: 'By' }),
  article.accessor('published', {
    header: 'Shown',
    cell: ({ row }) => <State line={row.original} />,
  }),
  article.accessor('at', { header: 'Date', cell: ({ getValue }) => showTime(getValue()) }),
];

export function Articles() {
  const { data, error, isLoading, refetch } = useCall('consoleArticles', {});
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
        The articles under News. Two people publish, change or hide an article; one can take down what two published,
        and the release’s own comes back.
      </Heading>
      <WaitingRequests action="article.publish" />
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

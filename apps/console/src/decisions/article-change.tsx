import type { ConsoleData } from '@khara/contract';
import { useState } from 'react';
import { LANGUAGES } from 'virtual:contract';
import { useCall } from '../api/data.ts';
import { ChangedLines } from '../ui/changed-lines.tsx';
import { ChangedTerms } from './changed-terms.tsx';
import { Reading } from '../ui/reading.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { words } from '../lib/words.ts';

export const PUBLISH_ARTICLE = 'article.publish';
export type Article = Omit<ConsoleData<'consoleArticle'>, 'id'>;
type Words = Article['texts']['en'];

/**
 * What people will read under News by a request, in each language, and what of it is other than now: to be
 * read before it is agreed to.
 */
export function ArticleChange({
  id,
  article,
  isOpen,
}: {
  readonly id: string;
  readonly article: Article;
  /** Whether it still waits: what was decided is compared with nothing. */
  readonly isOpen: boolean;
}) {
  const [reading, setReading] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setReading(currentTarget.open)}>
      <summary>What News {isOpen ? 'will show' : 'was to show'}</summary>
      {reading && isOpen ? <Compared id={id} article={article} /> : null}
      {reading && !isOpen ? <Shown article={article} /> : null}
    </details>
  );
}

const whole = ({ title, summary, body }: Words): string => `${title}\n${summary}\n${body}`;
const articleTerms = ({ category, published, codes }: Article): readonly (readonly [string, string])[] => [
  ['In the app', published ? 'shown' : 'hidden'],
  ['Category', words(category)],
  ['Companies', codes.join(' ') || 'none'],
];

function Compared({ id, article }: { readonly id: string; readonly article: Article }) {
  const list = useCall('consoleArticles', {}, { everyMs: false });
  const isThere = list.data?.list.some((one) => one.id === id);
  if (list.error) return <Failed error={list.error} retry={list.refetch} />;
  if (isThere === undefined) return <Loading />;
  return isThere ? <Changed id={id} article={article} /> : <New article={article} />;
}

function New({ article }: { readonly article: Article }) {
  return (
    <>
      <p className="quiet">There is no such article yet.</p>
      <Shown article={article} />
    </>
  );
}

function Changed({ id, article }: { readonly id: string; readonly article: Article }) {
  const { data, error, refetch } = useCall('consoleArticle', { id }, { everyMs: false });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <Loading />;
  return (
    <>
      <p className="quiet">Struck-out words are the present ones.</p>
      <Shown article={article} now={data} />
    </>
  );
}

function Shown({ article, now }: { readonly article: Article; readonly now?: Article }) {
  return (
    <>
      <ChangedTerms after={articleTerms(article)} before={now && articleTerms(now)} />
      {LANGUAGES.map(({ tag, name }) => (
        <section key={tag} lang={tag} aria-label={name}>
          <h3>{name}</h3>
          <InLanguage after={article.texts[tag]} before={now?.texts[tag]} />
        </section>
      ))}
    </>
  );
}

function InLanguage({ after, before }: { readonly after: Words; readonly before: Words | undefined }) {
  if (before && whole(before) === whole(after)) return <p className="quiet">The words stay: {after.title}</p>;
  if (before) return <ChangedLines before={whole(before)} after={whole(after)} />;
  return (
    <>
      <strong>{after.title}</strong>
      <p className="quiet">{after.summary}</p>
      <Reading>{after.body}</Reading>
    </>
  );
}

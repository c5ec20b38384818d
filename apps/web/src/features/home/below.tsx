import { useCall } from '#api/use-call.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Articles to learn from change seldom. */
const STALE_MS = 10 * 60_000;

/** What stands below home's lists: five ways on, and one article to learn from. Needs `home` and `news`. */
export default function Below() {
  const { data } = useCall('articles', { category: 'learn', size: 1 }, { staleMs: STALE_MS });
  const article = data?.list[0];
  return (
    <>
      <Shortcuts />
      {article && (
        <RowGroup>
          <ArticleRow article={article} />
        </RowGroup>
      )}
    </>
  );
}

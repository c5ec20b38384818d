import { useCall } from '#api/use-call.ts';
import { ArticleRow } from '#features/articles/article-row.tsx';
import { useReadArticles } from '#features/articles/read.ts';
import { RowGroup } from '#ui/row-group.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** Articles to learn from change seldom. */
const STALE_MS = 10 * 60_000;

/** The whole reading path, which is the order of what there is to learn from. */
const PATH_SIZE = 30;

/**
 * What stands below home's lists: five ways on, and the first article of the reading path that was not read
 * here. Needs `home` and `news`.
 */
export default function Below() {
  const { data } = useCall('articles', { category: 'learn', size: PATH_SIZE }, { staleMs: STALE_MS });
  const read = useReadArticles(({ ids }) => ids);
  const article = data?.list.find(({ id }) => !read.includes(id));
  return (
    <>
      <Shortcuts />
      {article && (
        <RowGroup>
          <ArticleRow article={article} isNext />
        </RowGroup>
      )}
    </>
  );
}

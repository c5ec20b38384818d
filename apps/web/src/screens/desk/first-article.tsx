import { useList } from '#api/use-call.ts';
import { Page } from '#shell/page.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import NewsDetails from '../news/details.tsx';

/** The middle of the desk while no article is chosen: the one that leads the list. Needs `news`. */
export default function FirstArticle() {
  const list = useList('articles', {}, { staleMs: 30_000 });
  const [first] = list.items;
  if (first) return <NewsDetails id={first.id} />;
  return (
    <Page ground="surface">
      <Answer of={list} wait={<SkeletonRows rows={8} />} empty={null}>
        {() => null}
      </Answer>
    </Page>
  );
}

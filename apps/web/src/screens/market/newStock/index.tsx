import { OfferingList } from '#features/offerings/offering-list.tsx';
import { OfferingView } from '#features/offerings/offering-view.tsx';
import { FailedPage } from '#shell/failed-page.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { SkeletonRows } from '#ui/states.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const DrawView = lazyPart(() => import('#features/draw/draw-view.tsx'), { failed: FailedPage });

/** New stocks: the list by kind, one of them (`id`), or the check of its draw (`draw`). */
export default function NewStock() {
  const [query] = usePageQuery();
  const draw = query.get('draw');
  const id = query.get('id');
  if (draw !== null) {
    return (
      <DrawView
        key={draw}
        offeringId={draw}
        wait={
          <Page>
            <SkeletonRows />
          </Page>
        }
      />
    );
  }
  return id === null ? <OfferingList /> : <OfferingView key={id} id={id} />;
}

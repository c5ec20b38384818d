import { lazy, Suspense } from 'react';
import { OfferingList } from '#features/offerings/offering-list.tsx';
import { OfferingView } from '#features/offerings/offering-view.tsx';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { SkeletonRows } from '#ui/states.tsx';

const DrawView = lazy(() => import('#features/draw/draw-view.tsx'));

/** New stocks: the list by kind, one of them (`id`), or the check of its draw (`draw`). */
export default function NewStock() {
  const [query] = usePageQuery();
  const draw = query.get('draw');
  const id = query.get('id');
  if (draw !== null) {
    return (
      <Suspense
        fallback={
          <Page>
            <SkeletonRows />
          </Page>
        }
      >
        <DrawView key={draw} offeringId={draw} />
      </Suspense>
    );
  }
  return id === null ? <OfferingList /> : <OfferingView key={id} id={id} />;
}

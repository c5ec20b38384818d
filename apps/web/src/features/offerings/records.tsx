import { useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useList } from '#api/use-call.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Chip, ChipBar } from '#ui/choice.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { APPLICATION_STATES, ApplicationRows } from './application-list.tsx';
import { ApplicationView } from './application-view.tsx';
import { LIVE_MS, QUIET_MS, type Application, type Kind } from './offering.ts';

type Props = {
  readonly path: string;
  /** Undefined: of every new stock, but no blocks. */
  readonly kind: Kind | undefined;
  /** What such an application can come to; every state when it is not said. */
  readonly states?: readonly Application['state'][];
  /** Under the title. */
  readonly tabs?: ReactNode;
  /** Shown where there are none at all. */
  readonly none: ReactNode;
};

/**
 * Own applications by state, newest first, or the story of one (`id`). Needs `newStocks`, `common`, and what
 * an application needs.
 */
export function Records(props: Props) {
  const [query] = usePageQuery();
  const id = query.get('id');
  if (id === null) return <List {...props} />;
  return <ApplicationView key={id} id={id} listPath={props.path} {...(props.kind === 'block' && { kind: 'block' })} />;
}

function List({ path, kind, states = APPLICATION_STATES, tabs, none }: Props) {
  const { t } = useTranslation(['newStocks', 'common']);
  const [query, change] = usePageQuery();
  const state = states.find((known) => known === query.get('state'));
  const [moving, setMoving] = useState(true);
  const list = useList(
    'subscriptions',
    { ...(kind && { kind }), ...(state && { state }) },
    { refetchMs: moving ? LIVE_MS : QUIET_MS },
  );
  const someMove = list.items.some((one) => one.state === 'subscribed' || one.state === 'winning_lots');
  if (!list.loading && someMove !== moving) setMoving(someMove); // known only from the answer itself
  return (
    <Page onRefresh={list.again} below={tabs}>
      <ChipBar>
        <Chip on={state === undefined} onPress={() => change({ state: undefined })}>
          {t('common:all')}
        </Chip>
        {states.map((known) => (
          <Chip key={known} on={known === state} onPress={() => change({ state: known })}>
            {t(`applied.${known}`)}
          </Chip>
        ))}
      </ChipBar>
      <Answer
        of={list}
        wait={<SkeletonRows rows={6} lead />}
        empty={
          state === undefined ? (
            none
          ) : (
            <Empty icon={kind === 'block' ? 'blocks' : 'ticket'} title={t('common:noData')} />
          )
        }
      >
        {(applications) => <ApplicationRows applications={applications} path={path} />}
      </Answer>
    </Page>
  );
}

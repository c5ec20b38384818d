import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useList } from '#api/use-call.ts';
import { loginAddress } from '#shell/guard.ts';
import { at, href, navigateTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { TextButton } from '#ui/text-button.tsx';
import { Chip, ChipBar, Tabs } from '#ui/choice.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { Counterpart } from './counterpart.tsx';
import { NEW_STOCKS, OfferingCard, offeringAddress } from './offering-card.tsx';
import { isMoving, LIVE_MS, NEW_STOCK_KINDS, QUIET_MS, type NewStockKind, type Offering } from './offering.ts';
import { ScamNotice } from './scam-notice.tsx';
import { SubscribeSheet } from './subscribe-sheet.tsx';
import { useNewStockKinds } from './use-new-stock-kinds.ts';
import { useApplications } from './use-applications.ts';

const STATES = [
  'in_progress',
  'coming_soon',
  'allotting',
  'pending_listing',
  'listed_today',
  'listed',
  'withdrawn',
] as const satisfies readonly Offering['state'][];

/** New stocks of one kind, those that can be subscribed first. */
export function OfferingList() {
  const { t } = useTranslation(['newStocks', 'common', 'nav']);
  const [query, change] = usePageQuery();
  const kind: NewStockKind = NEW_STOCK_KINDS.find((known) => known === query.get('kind')) ?? 'ipo';
  const kinds = useNewStockKinds(kind);
  const state = STATES.find((known) => known === query.get('state'));
  const [moving, setMoving] = useState(true);
  const list = useList('newStocks', { kind, ...(state && { state }) }, { refetchMs: moving ? LIVE_MS : QUIET_MS });
  const someMove = list.items.some(isMoving);
  if (!list.loading && someMove !== moving) setMoving(someMove); // known only from the answer itself
  const applications = useApplications(kind);
  const signedIn = useSignedIn();
  const [asked, setAsked] = useState<Offering>();
  const [open, setOpen] = useState(false);

  const subscribe = (offering: Offering): void => {
    if (offering.locked) return navigateTo(offeringAddress(offering.id)); // the key is entered there
    if (!signedIn) return navigateTo(loginAddress(at(NEW_STOCKS, { kind })));
    setAsked(offering);
    return setOpen(true);
  };
  return (
    <Page
      onRefresh={list.again}
      tools={
        <TextButton onClick={() => navigateTo(at('/pages/market/newStock/records', { kind }))}>
          {t('nav:records')}
        </TextButton>
      }
      below={
        <Tabs
          label={t('kinds')}
          items={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          hrefOf={(value) => href(at(NEW_STOCKS, { kind: value }))}
          onSelect={(value) => change({ kind: value, state: undefined })}
        />
      }
    >
      <ChipBar>
        <Chip on={state === undefined} onPress={() => change({ state: undefined })}>
          {t('common:all')}
        </Chip>
        {STATES.map((known) => (
          <Chip key={known} on={known === state} onPress={() => change({ state: known })}>
            {t(`state.${known}`)}
          </Chip>
        ))}
      </ChipBar>
      {kind === 'private_placement' && <ScamNotice id="placement.notice" />}
      <Counterpart kind={kind} />
      <Answer
        of={list}
        wait={<SkeletonRows rows={6} lead />}
        empty={
          <Empty
            icon="ticket"
            title={t('common:noData')}
            text={t('emptyText')}
            {...(state && { action: { label: t('showAll'), onPress: () => change({ state: undefined }) } })}
          />
        }
      >
        {(offerings) =>
          offerings.map((offering) => (
            <OfferingCard
              key={offering.id}
              offering={offering}
              application={applications.get(offering.id)}
              onSubscribe={subscribe}
            />
          ))
        }
      </Answer>
      {asked && (
        <SubscribeSheet
          key={asked.id}
          offering={list.items.find(({ id }) => id === asked.id) ?? asked}
          open={open}
          onClose={() => setOpen(false)}
        />
      )}
    </Page>
  );
}

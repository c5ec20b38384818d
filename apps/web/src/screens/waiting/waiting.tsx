import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { refresh } from '#api/client.ts';
import { useList } from '#api/use-call.ts';
import { BASKET } from '#features/baskets/basket.ts';
import { BasketList, RegularList } from '#features/baskets/waiting-lists.tsx';
import { TriggerRow } from '#features/waiting/trigger-row.tsx';
import type { Trigger } from '#features/waiting/trigger.ts';
import { useWaitingCounts, WAITING_TRIGGERS } from '#features/waiting/use-waiting-counts.ts';
import css from '#features/waiting/waiting.module.css';
import { at, href, navigateTo, switchTab } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Tabs } from '#ui/choice.tsx';
import { Note } from '#ui/note.tsx';
import { ListEnd } from '#ui/list-end.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';

/** How often the page asks what another device has changed, and what has fired. */
const LOOK_AGAIN_MS = 5_000;

const toMarket = () => switchTab('/pages/market/index');

const LIST = '/pages/personal/waiting/index';
const TABS = ['triggers', 'baskets', 'regular'] as const;

/** Orders that wait: triggers, baskets and regular purchases. */
export default function Waiting() {
  const { t } = useTranslation(['waiting', 'baskets']);
  const [query, change] = usePageQuery();
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'triggers';
  const counts = useWaitingCounts();
  const tabs = (
    <Tabs
      label={t('baskets:tabs')}
      value={tab}
      onSelect={(to) => change({ tab: to === 'triggers' ? undefined : to })}
      hrefOf={(to) => href(at(LIST, { tab: to }))}
      items={TABS.map((value) => ({ value, label: t(`baskets:tab.${value}`), count: counts[value] }))}
    />
  );
  if (tab === 'baskets')
    return (
      <Page
        subtitle={t('holdsNothing')}
        below={tabs}
        dock={<Button onClick={() => navigateTo(BASKET)}>{t('baskets:newBasket')}</Button>}
      >
        <BasketList />
      </Page>
    );
  if (tab === 'regular')
    return (
      <Page subtitle={t('holdsNothing')} below={tabs} dock={<Button onClick={toMarket}>{t('chooseStock')}</Button>}>
        <RegularList onChoose={toMarket} />
      </Page>
    );
  return <Triggers tabs={tabs} />;
}

/** Those that wait for a price, then those that have ended. */
function Triggers({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation('waiting');
  const open = useList('triggers', WAITING_TRIGGERS);
  const done = useList('triggers', { state: 'done' });
  const again = () => Promise.all([open.again(), done.again()]);
  useEffect(() => {
    const timer = setInterval(() => refresh(['triggers']), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const both = { data: open.first && done.first, failure: open.failure ?? done.failure, again };
  const isEmpty = open.items.length === 0 && done.items.length === 0;
  return (
    <Page
      subtitle={t('holdsNothing')}
      below={tabs}
      onRefresh={again}
      dock={
        isEmpty ? undefined : (
          <>
            <Button look="secondary" onClick={() => navigateTo('/pages/personal/position/index')}>
              {t('pair')}
            </Button>
            <Button onClick={toMarket}>{t('newTrigger')}</Button>
          </>
        )
      }
    >
      <Answer of={both} wait={<SkeletonRows rows={5} />}>
        {() =>
          isEmpty ? (
            <Empty
              icon="clock"
              title={t('empty')}
              text={t('emptyText')}
              action={{ label: t('chooseStock'), onPress: toMarket }}
            />
          ) : (
            <>
              <Rows triggers={open.items} />
              {done.items.length > 0 && <SectionHead title={t('done')} />}
              <Rows triggers={done.items} />
              {done.items.length > 0 && (
                <ListEnd hasMore={done.hasMore} loading={done.loadingMore} onMore={done.more} />
              )}
              <Note className={css.note}>{t('mayNotFill')}</Note>
            </>
          )
        }
      </Answer>
    </Page>
  );
}

const Rows = ({ triggers }: { readonly triggers: readonly Trigger[] }) =>
  triggers.length > 0 && (
    <div className={css.list}>
      {triggers.map((trigger) => (
        <TriggerRow key={trigger.id} trigger={trigger} />
      ))}
    </div>
  );

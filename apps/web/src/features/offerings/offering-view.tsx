import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { loginAddress } from '#shell/guard.ts';
import { at, href, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { SealRow } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { listed } from '#i18n/joined.ts';
import { Counterpart } from './counterpart.tsx';
import { drawAddress, NEW_STOCKS } from './offering-card.tsx';
import { OfferingLife } from './offering-life.tsx';
import { APPLICATION_TONES, isMoving, isOpen, LIVE_MS, QUIET_MS } from './offering.ts';
import css from './offerings.module.css';
import { ScamNotice } from './scam-notice.tsx';
import { SubscribeSheet } from './subscribe-sheet.tsx';
import { useApplications } from './use-applications.ts';
import { OfferingHead } from './offering-head.tsx';
import { OfferingTerms, OfferingScale } from './offering-terms.tsx';

/** Everything about one new stock: what it is, its terms, how it goes on, how its shares are given out. */
export function OfferingView({ id }: { readonly id: string }) {
  const { t } = useTranslation(['newStocks', 'nav']);
  const [moving, setMoving] = useState(true);
  const found = useCall('newStocks', { id }, { refetchMs: moving ? LIVE_MS : QUIET_MS });
  const offering = found.data?.list[0];
  const application = useApplications(offering?.kind ?? 'ipo').get(id);
  const [asked, setAsked] = useState(false);
  const signedIn = useSignedIn();
  if (offering && isMoving(offering) !== moving) setMoving(isMoving(offering));
  const live = application && application.state !== 'cancelled' ? application : undefined;
  const canApply = offering && isOpen(offering) && !live && !offering.locked;
  const subscribe = (): void => (signedIn ? setAsked(true) : navigateTo(loginAddress(at(NEW_STOCKS, { id }))));

  return (
    <Page
      {...(offering && { title: offering.name, subtitle: listed(offering.code, t(`kind.${offering.kind}`)) })}
      onRefresh={found.again}
      {...(canApply && { dock: <Button onClick={subscribe}>{t('subscribe')}</Button> })}
    >
      <Answer of={found} wait={<SkeletonRows rows={8} />}>
        {() =>
          offering ? (
            <div className={css.list}>
              {offering.kind === 'private_placement' && <ScamNotice id="placement.notice" />}
              <Counterpart kind={offering.kind} />
              <OfferingHead offering={offering} />
              {live && (
                <RowGroup>
                  <ListRow
                    icon="ticket"
                    title={t('yourApplication')}
                    text={t('lots', { count: live.lots, n: live.lots })}
                    value={<Tag tone={APPLICATION_TONES[live.state]}>{t(`applied.${live.state}`)}</Tag>}
                    href={href(at('/pages/market/newStock/records', { id: live.id }))}
                  />
                </RowGroup>
              )}
              <OfferingTerms offering={offering} />
              <Card>
                <h2 className={css.title}>{t('howItGoesOn')}</h2>
                <OfferingLife offering={offering} />
              </Card>
              <OfferingScale offering={offering} />
              {offering.drawCommitment !== null && (
                <SealRow
                  title={t(offering.allotmentRule === 'retail_lottery' ? 'drawTitle' : 'sharingTitle')}
                  text={t(offering.allotmentRule === 'retail_lottery' ? 'drawText' : 'sharingText')}
                  href={href(drawAddress(id))}
                />
              )}
            </div>
          ) : (
            <Empty
              icon="ticket"
              title={t('unknown')}
              text={t('unknownText')}
              action={{ label: t('allNewStocks'), onPress: () => redirectTo(NEW_STOCKS) }}
            />
          )
        }
      </Answer>
      {offering && asked && <SubscribeSheet offering={offering} open={asked} onClose={() => setAsked(false)} />}
    </Page>
  );
}

import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { Term } from '#features/terms/term.tsx';
import { loginAddress } from '#shell/guard.ts';
import { at, href, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Money, Percent, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { SealRow } from '#ui/note.tsx';
import { showCompact } from '#lib/compact.ts';
import { showCount, showNumber, showPercent, showPrice } from '#lib/number.ts';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { showMarketDate } from '#lib/time.ts';
import { listed } from '#i18n/joined.ts';
import { Counterpart } from './counterpart.tsx';
import { drawAddress, NEW_STOCKS } from './offering-card.tsx';
import { OfferingLife } from './offering-life.tsx';
import { KeyEntry } from './key-entry.tsx';
import { useMarketInstant } from './market-instant.ts';
import { Monogram } from './monogram.tsx';
import { Odds } from './odds.tsx';
import {
  APPLICATION_TONES,
  costOf,
  isMoving,
  isOpen,
  isPlacement,
  LIVE_MS,
  OFFERING_TONES,
  offeredLots,
  QUIET_MS,
  shortBand,
  sinceIssue,
  underMarket,
  type Offering,
} from './offering.ts';
import css from './offerings.module.css';
import { ScamNotice } from './scam-notice.tsx';
import { SubscribeSheet } from './subscribe-sheet.tsx';
import { TimeLeft } from './time-left.tsx';
import { useApplications } from './use-applications.ts';

/** Everything about one new stock: what it is, its terms, how it goes on, how its shares are given out. */
export function OfferingView({ id }: { readonly id: string }) {
  const { t } = useTranslation(['newStocks', 'nav']);
  const [moving, setMoving] = useState(true);
  const { data, loading, failure, again } = useCall('newStocks', { id }, { refetchMs: moving ? LIVE_MS : QUIET_MS });
  const offering = data?.list[0];
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
      onRefresh={again}
      {...(canApply && { dock: <Button onClick={subscribe}>{t('subscribe')}</Button> })}
    >
      {loading && <SkeletonRows rows={8} />}
      {failure && <ErrorBlock cause={failure.message} onRetry={() => void again()} />}
      {data && !offering && (
        <Empty
          icon="ticket"
          title={t('unknown')}
          text={t('unknownText')}
          action={{ label: t('allNewStocks'), onPress: () => redirectTo(NEW_STOCKS) }}
        />
      )}
      {offering && (
        <div className={css.list}>
          {offering.kind === 'private_placement' && <ScamNotice id="placement.notice" />}
          <Counterpart kind={offering.kind} />
          <Head offering={offering} />
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
          <Terms offering={offering} />
          <Card>
            <h2 className={css.title}>{t('howItGoesOn')}</h2>
            <OfferingLife offering={offering} />
          </Card>
          <Scale offering={offering} />
          {offering.drawCommitment !== null && (
            <SealRow
              title={t(offering.allotmentRule === 'retail_lottery' ? 'drawTitle' : 'sharingTitle')}
              text={t(offering.allotmentRule === 'retail_lottery' ? 'drawText' : 'sharingText')}
              href={href(drawAddress(id))}
            />
          )}
        </div>
      )}
      {offering && asked && <SubscribeSheet offering={offering} open={asked} onClose={() => setAsked(false)} />}
    </Page>
  );
}

function Head({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { code, sector, board, state } = offering;
  const priceBand = offering.priceBand && shortBand(offering.priceBand);
  const gained = sinceIssue(offering);
  const isListed = state === 'listed' || state === 'listed_today';
  return (
    <Card>
      <div className={css.head}>
        <Monogram code={code} />
        <span className={css.words}>
          <b>{code}</b>
          <span>
            {sector}
            {board === 'sme' ? `, ${t('sme')}` : ''}
          </span>
        </span>
        <Tag tone={OFFERING_TONES[state]}>{t(`state.${state}`)}</Tag>
      </div>
      <div className={`${css.between} ${css.gap}`}>
        <div>
          <div className={css.label}>
            {priceBand && !isListed ? <Term name="cutOff">{t('priceBand')}</Term> : t('price')}
          </div>
          <div className={css.hero}>
            {offering.locked
              ? t('afterKey')
              : priceBand && !isListed
                ? t('band', { low: showPrice(priceBand[0], language), high: showPrice(priceBand[1], language) })
                : showPrice(offering.discountedPrice, language)}
          </div>
        </div>
        {isOpen(offering) && (
          <div className={css.corner}>
            <TimeLeft until={offering.closesAt} />
            <span>{t('toClose')}</span>
          </div>
        )}
        {isListed && gained !== undefined && (
          <div className={css.corner}>
            <Price value={offering.marketPrice} className={css.price} />
            <Percent value={gained} />
            <span>{t('sinceIssue')}</span>
          </div>
        )}
      </div>
      <p className={`${css.text} ${css.gap}`}>{offering.description}</p>
      {isListed && (
        <ListRow
          className={css.lastRow}
          title={t('onTheExchange')}
          href={href(at('/pages/market/details', { code }))}
        />
      )}
      {isOpen(offering) && <Odds offering={offering} />}
      {isOpen(offering) && offering.odds && <p className={css.small}>{t('moreLots')}</p>}
      {offering.locked && isOpen(offering) && <KeyEntry offering={offering} />}
    </Card>
  );
}

function Terms({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const marketInstant = useMarketInstant();
  const count = (value: number): string => showCount(value, language);
  const minimum = costOf(offering, offering.minimumSubscription);
  const fixed = offering.fixedSubscriptionQuantity;
  const lotsOf = (lots: number): string => t('lots', { count: lots, n: count(lots) });
  const hasDiscount = offering.discountRate !== null && Number(offering.discountRate) > 0;
  return (
    <Card>
      <h2 className={css.title}>{t('terms')}</h2>
      <KeyValue label={t('issuePrice')}>
        {offering.locked ? t('afterKey') : showPrice(offering.issuePrice, language)}
      </KeyValue>
      {hasDiscount && (
        <>
          <KeyValue label={t('discountedPrice')}>{showPrice(offering.discountedPrice, language)}</KeyValue>
          <KeyValue label={t('discountRate')}>{showPercent(offering.discountRate, language, 'negative')}</KeyValue>
        </>
      )}
      {isPlacement(offering) && offering.marketPrice !== null && (
        <>
          <KeyValue label={t('marketPrice')}>
            <Price value={offering.marketPrice} />
          </KeyValue>
          {!offering.locked && (
            <KeyValue label={t('againstMarket')}>
              {showPercent(underMarket(offering.discountToMarket), language)}
            </KeyValue>
          )}
        </>
      )}
      <KeyValue label={<Term name="lot">{t('perBoardLot')}</Term>}>
        {t('shares', { n: count(offering.sharesPerLot) })}
      </KeyValue>
      {fixed !== null ? (
        <KeyValue label={t('fixedQuantity')}>{lotsOf(fixed)}</KeyValue>
      ) : (
        <>
          <KeyValue label={t('minimum')}>{lotsOf(offering.minimumSubscription)}</KeyValue>
          <KeyValue label={t('ceiling')}>{lotsOf(offering.subscriptionCeiling)}</KeyValue>
        </>
      )}
      <KeyValue label={t('requiredAmount')}>
        {offering.locked ? t('afterKey') : <Money value={minimum?.amount} hideable={false} />}
      </KeyValue>
      {minimum && offering.chargesOn !== null && (
        <KeyValue label={t('ofThatCharges')}>
          <Money value={minimum.charges} hideable={false} />
        </KeyValue>
      )}
      {minimum && minimum.amount !== minimum.blocked && (
        <KeyValue
          label={t('blockedOnApplication', { rate: showNumber(offering.upfrontRate, language, { decimals: 0 }) })}
        >
          <Money value={minimum.blocked} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={t('subscriptionTime')}>
        <span className={css.whole}>{marketInstant(offering.opensAt)} –</span>{' '}
        <span className={css.whole}>{marketInstant(offering.closesAt)}</span>
      </KeyValue>
      <KeyValue label={t('issueDate')}>{showMarketDate(offering.issueDate, language)}</KeyValue>
      <KeyValue label={t('listingTime')}>{showMarketDate(offering.listingDate, language)}</KeyValue>
      {isPlacement(offering) && <KeyValue label={t('lockIn')}>{t(`lockInOf.${offering.lockIn}`)}</KeyValue>}
      <KeyValue label={t('applications')}>{count(offering.applications)}</KeyValue>
      <KeyValue label={t('appliedLots')}>{count(offering.appliedLots)}</KeyValue>
    </Card>
  );
}

/** What is real about the size, and what is made small so that a phone can run the draw. */
function Scale({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { totalShares, reservedShares, offeredShares } = offering;
  return (
    <Card>
      <h2 className={css.title}>{t('practiceScale')}</h2>
      <KeyValue label={t('fullIssue')}>{t('shares', { n: showCompact(totalShares, language) })}</KeyValue>
      {reservedShares > 0 && (
        <KeyValue label={t('reserved')}>{t('shares', { n: showCompact(reservedShares, language) })}</KeyValue>
      )}
      <KeyValue label={t('onOfferHere')}>
        {t('sharesInLots', { n: showCount(offeredShares, language), lots: showCount(offeredLots(offering), language) })}
      </KeyValue>
      <p className={css.small}>{t('scaleText')}</p>
    </Card>
  );
}

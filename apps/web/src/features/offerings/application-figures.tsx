import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Note, SealRow } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { hasUnpaid } from './application-list.tsx';
import css from './application-view.module.css';
import { drawAddress, offeringAddress } from './offering-card.tsx';
import type { Application } from './offering.ts';

/** Its lots, its money and its dates. Needs the namespace `newStocks`. */
export function ApplicationFigures({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const count = (value: number): string => showCount(value, language);
  const showLots = (lots: number): string => t('lots', { count: lots, n: count(lots) });
  const { state, kind, rank, allotmentPrice, signingEndsMarketTime } = application;
  const decided = state !== 'subscribed' && state !== 'cancelled';
  return (
    <Card>
      <KeyValue label={t('youApplied')}>{showLots(application.lots)}</KeyValue>
      <KeyValue label={t('subscriptionPrice')}>
        <Price value={application.price} />
      </KeyValue>
      {allotmentPrice !== null && (
        <KeyValue label={t('allotmentPrice')}>
          <Price value={allotmentPrice} />
        </KeyValue>
      )}
      <KeyValue label={t('requiredAmount')}>
        <Money value={application.amount} hideable={false} />
      </KeyValue>
      {(kind === 'offline_placement' || kind === 'block') && (
        <KeyValue label={t('statutoryCharges')}>
          <Money value={application.charges} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={<Term name="blocked">{t('blocked')}</Term>}>
        <Money value={application.frozenAmount} hideable={false} />
      </KeyValue>
      <KeyValue label={t('paid')}>
        <Money value={application.paidAmount} hideable={false} />
      </KeyValue>
      {hasUnpaid(application) && (
        <KeyValue label={t('unpaid')}>
          <Money value={application.unpaidAmount} hideable={false} />
        </KeyValue>
      )}
      {state === 'winning_lots' && signingEndsMarketTime !== null && (
        <KeyValue label={t('signBy')}>{showMarketMoment(indiaFields(signingEndsMarketTime), language)}</KeyValue>
      )}
      {decided && (
        <>
          <KeyValue label={t('winningLots')}>{count(application.winningLots)}</KeyValue>
          <KeyValue label={t('lotsFailed')}>{count(application.lotsFailed)}</KeyValue>
        </>
      )}
      {rank !== null && kind === 'ipo' && <KeyValue label={t('rank')}>{count(rank)}</KeyValue>}
      {kind !== 'block' && (
        <KeyValue label={t('listingTime')}>{showMarketDate(application.listingDate, language)}</KeyValue>
      )}
      <KeyValue label={t('applicationId')}>
        <span className={css.id}>{application.id}</span>
      </KeyValue>
    </Card>
  );
}

/** To the draw, to the offering, to the exchange. */
export function ApplicationLinks({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const { kind, offeringId, offeringState, code, state } = application;
  const isListed = offeringState === 'listed_today' || offeringState === 'listed';
  const isDrawn = state === 'winning_lots' || state === 'failed_lots' || state === 'signed' || state === 'lapsed';
  return (
    <>
      {kind !== 'block' && (
        <SealRow
          title={t(
            isDrawn ? (kind === 'ipo' ? 'verifyDraw' : 'verifySharing') : kind === 'ipo' ? 'drawTitle' : 'sharingTitle',
          )}
          text={t('verifyText')}
          href={href(drawAddress(offeringId))}
        />
      )}
      <RowGroup>
        {state === 'signed' && (isListed || kind === 'block') && (
          <ListRow
            icon="candles"
            title={t('onTheExchange')}
            text={t('onTheExchangeText')}
            href={href(at('/pages/market/details', { code }))}
          />
        )}
        <ListRow
          icon={kind === 'block' ? 'blocks' : 'ticket'}
          title={t('theOffering')}
          href={href(
            kind === 'block'
              ? at('/pages/market/passwordStock/index', { id: offeringId })
              : offeringAddress(offeringId),
          )}
        />
      </RowGroup>
      {state === 'signed' && !isListed && kind !== 'block' && <Note className={css.note}>{t('creditedBefore')}</Note>}
    </>
  );
}

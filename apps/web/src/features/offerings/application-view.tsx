import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { AFTER_MONEY } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { Term } from '#features/terms/term.tsx';
import { at, href, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { Note, SealRow } from '#ui/note.tsx';
import { showCount, showMoney, showPrice } from '#lib/number.ts';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { Timeline, type TimelineStep } from '#ui/timeline.tsx';
import { showMarketDate, showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { listed } from '#i18n/joined.ts';
import { hasUnpaid, stateKey } from './application-list.tsx';
import css from './application-view.module.css';
import { useMarketInstant } from './market-instant.ts';
import { drawAddress, offeringAddress } from './offering-card.tsx';
import { LIVE_MS, QUIET_MS, type Application, type Kind } from './offering.ts';
import { Outcome } from './outcome.tsx';
import { SubscribeSheet } from './subscribe-sheet.tsx';
import { TimeLeft } from './time-left.tsx';

type Props = { readonly id: string; readonly kind?: Kind; readonly listPath: string };

/**
 * One application: how it stands, its money, what can be done, and everything that happened to it. Needs
 * `newStocks`, `refusals`, `answers`.
 */
export function ApplicationView({ id, kind, listPath }: Props) {
  const { t } = useTranslation(['newStocks', 'nav']);
  const [moving, setMoving] = useState(true);
  const { data, loading, failure, again } = useCall(
    'subscriptions',
    { id, ...(kind && { kind }) },
    { refetchMs: moving ? LIVE_MS : QUIET_MS },
  );
  const application = data?.list[0];
  const isLive = application?.state === 'subscribed' || application?.state === 'winning_lots';
  if (application && isLive !== moving) setMoving(isLive);
  return (
    <Page
      {...(application && {
        title: application.name,
        subtitle: listed(application.code, t(`kind.${application.kind}`)),
      })}
      onRefresh={again}
      {...(application?.state === 'winning_lots' && { dock: <Sign application={application} /> })}
    >
      {loading && <SkeletonRows rows={8} />}
      {failure && <ErrorBlock cause={failure.message} onRetry={() => void again()} />}
      {data && !application && (
        <Empty
          icon="ticket"
          title={t('unknownApplication')}
          text={t('unknownApplicationText')}
          action={{ label: t('nav:records'), onPress: () => redirectTo(listPath) }}
        />
      )}
      {application && (
        <>
          <Standing application={application} />
          <Changing application={application} />
          <Figures application={application} />
          <Ways application={application} />
          <Card>
            <h2 className={css.title}>{t('whatHappened')}</h2>
            <Story application={application} />
          </Card>
          <div className={css.end} />
        </>
      )}
    </Page>
  );
}

/** How it stands, in one sentence. */
function Standing({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const marketInstant = useMarketInstant();
  const { state, kind, lots, winningLots, allottedShares } = application;
  const counted = (count: number): string => t('lots', { count, n: showCount(count, language) });
  const money = (value: string): string => showMoney(value, language);
  const price = showPrice(application.allotmentPrice ?? application.price, language);
  const words = {
    lots: counted(lots),
    won: counted(winningLots),
    shares: showCount(allottedShares, language),
    price,
    blocked: money(application.frozenAmount),
    paid: money(application.paidAmount),
    unpaid: money(application.unpaidAmount),
    amount: money(application.amount),
    date: showMarketDate(application.listingDate, language),
    time: application.signingEndsAt === null ? '' : marketInstant(application.signingEndsAt),
  };
  const text = ((): string => {
    switch (state) {
      case 'subscribed':
        return t(kind === 'block' ? 'standing.blockWaits' : 'standing.subscribed', words);
      case 'winning_lots':
        return t(hasUnpaid(application) ? 'standing.unpaid' : 'standing.won', words);
      case 'failed_lots':
        return t('standing.failed', words);
      case 'signed':
        return t(kind === 'block' ? 'standing.blockSettled' : 'standing.signed', words);
      case 'lapsed':
        return t(kind === 'block' ? 'standing.blockLapsed' : 'standing.lapsed', words);
      case 'cancelled':
        return t('standing.cancelled', words);
    }
  })();
  const title =
    state === 'winning_lots' || (state === 'signed' && kind !== 'block')
      ? t('wonTitle', words)
      : state === 'failed_lots'
        ? t('lostTitle')
        : words.lots;
  return (
    <Outcome state={t(stateKey(application))} title={title} won={winningLots > 0}>
      <p>{text}</p>
      {state === 'winning_lots' && application.signingEndsAt !== null && (
        <p>
          {t('signIn')} <TimeLeft until={application.signingEndsAt} />
        </p>
      )}
    </Outcome>
  );
}

/** The confirm of an allotment: what it pays stands on the button. */
function Sign({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const unpaid = hasUnpaid(application);
  const sign = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const result = await call('signSubscription', { id: application.id });
    setBusy(false);
    refresh(AFTER_MONEY);
    if (result.ok) toast(t('signedNow'));
    else setError(result.message);
  };
  return (
    <div className={css.dock}>
      {error !== undefined && (
        <p className={css.error} role="alert">
          {error}{' '}
          {unpaid && (
            <button type="button" onClick={() => navigateTo(at('/pages/wallet/recharge/index', { currency: 'INR' }))}>
              {t('recharge')}
            </button>
          )}
        </p>
      )}
      <Button busy={busy} onClick={() => void sign()}>
        {unpaid ? t('signAndPay', { amount: showMoney(application.unpaidAmount, language) }) : t('sign')}
      </Button>
    </div>
  );
}

/** Until the close more or fewer lots, or none at all. */
function Changing({ application }: { readonly application: Application }) {
  const { t } = useTranslation(['newStocks', 'common']);
  const { canRevise, canCancel, offeringId } = application;
  const offering = useCall('newStocks', { id: offeringId }, { enabled: canRevise }).data?.list[0];
  const [revising, setRevising] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!canRevise && !canCancel) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    const result = await call('cancelSubscription', { id: application.id });
    setBusy(false);
    setAsking(false);
    if (result.ok) toast(t('cancelled'));
    else toast(result.message, { urgent: true });
    refresh(AFTER_MONEY);
  };
  return (
    <Card>
      {asking ? (
        <>
          <p role="alert" className={css.text}>
            {t('cancelAsk')}
          </p>
          <div className={css.pair}>
            <Button size="md" look="secondary" onClick={() => setAsking(false)}>
              {t('keepIt')}
            </Button>
            <Button size="md" busy={busy} onClick={() => void cancel()}>
              {t('cancelIt')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css.text}>{t('untilClose')}</p>
          <div className={css.pair}>
            {canRevise && (
              <Button size="md" look="secondary" disabled={!offering} onClick={() => setRevising(true)}>
                {t('revise')}
              </Button>
            )}
            {canCancel && (
              <Button size="md" look="line" onClick={() => setAsking(true)}>
                {t('cancelIt')}
              </Button>
            )}
          </div>
        </>
      )}
      {offering && revising && (
        <SubscribeSheet
          offering={offering}
          application={application}
          open={revising}
          onClose={() => setRevising(false)}
        />
      )}
    </Card>
  );
}

function Figures({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const marketInstant = useMarketInstant();
  const count = (value: number): string => showCount(value, language);
  const lotsOf = (lots: number): string => t('lots', { count: lots, n: count(lots) });
  const { state, kind, rank, allotmentPrice, signingEndsAt } = application;
  const decided = state !== 'subscribed' && state !== 'cancelled';
  return (
    <Card>
      <KeyValue label={t('youApplied')}>{lotsOf(application.lots)}</KeyValue>
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
      {state === 'winning_lots' && signingEndsAt !== null && (
        <KeyValue label={t('signBy')}>{marketInstant(signingEndsAt)}</KeyValue>
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
function Ways({ application }: { readonly application: Application }) {
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

/** Everything that happened to it and what is still to come, newest first. */
function Story({ application }: { readonly application: Application }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const marketInstant = useMarketInstant();
  const { state, kind, signingEndsAt, offeringState } = application;
  const listed = offeringState === 'listed_today' || offeringState === 'listed';
  const money = (value: string): string => showMoney(value, language);
  const steps: TimelineStep[] = [];
  const isBlock = kind === 'block';
  const won = state === 'winning_lots' || state === 'signed' || state === 'lapsed';
  if (won && !isBlock && state !== 'lapsed') {
    steps.push({
      key: 'listing',
      title: t(listed ? 'history.listed' : 'history.willList'),
      text: showMarketDate(application.listingDate, language),
      done: listed,
    });
  }
  if (state === 'signed') {
    steps.push({
      key: 'signed',
      title: t(isBlock ? 'history.settled' : 'history.signed'),
      text: t('history.paid', { amount: money(application.paidAmount) }),
    });
  }
  if (state === 'lapsed') steps.push({ key: 'lapsed', title: t('history.lapsed'), text: t('history.released') });
  if (state === 'winning_lots' && signingEndsAt !== null) {
    steps.push({ key: 'sign', title: t('history.toSign'), text: marketInstant(signingEndsAt), done: false });
  }
  if (won && !isBlock) {
    steps.push({
      key: 'won',
      title: t('history.won', { lots: showCount(application.winningLots, language) }),
      ...(application.lotsFailed > 0 && {
        text: t('history.rest', { lots: showCount(application.lotsFailed, language) }),
      }),
    });
  }
  if (state === 'failed_lots') steps.push({ key: 'failed', title: t('history.failed'), text: t('history.released') });
  if (state === 'cancelled')
    steps.push({ key: 'cancelled', title: t('history.cancelled'), text: t('history.released') });
  if (state === 'subscribed') {
    steps.push({
      key: 'waits',
      title: t(
        isBlock ? 'history.waitsWindow' : offeringState === 'in_progress' ? 'history.waitsClose' : 'history.waitsDraw',
      ),
      done: false,
    });
  }
  steps.push({
    key: 'applied',
    title: t('history.applied'),
    text: t('history.asked', { lots: showCount(application.lots, language), amount: money(application.amount) }),
    time: showMoment(application.at, language),
  });
  return <Timeline steps={steps} />;
}

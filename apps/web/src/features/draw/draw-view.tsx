import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { saveFile } from '#lib/save-file.ts';
import { useCall } from '#api/use-call.ts';
import { LIVE_MS, shortHash, type Offering } from '#features/offerings/offering.ts';
import { NEW_STOCKS, offeringAddress } from '#features/offerings/offering-card.tsx';
import { Outcome } from '#features/offerings/outcome.tsx';
import { TimeLeft } from '#features/offerings/time-left.tsx';
import { at, href, navigateTo, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card, KeyValue } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showCount, showMoney } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import { ListRow, RowGroup } from '#ui/row.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { listed } from '#i18n/joined.ts';
import type { DrawCheck } from './check-draw.ts';
import type { DrawHead } from './draw-worker.ts';
import { fetchProof } from './fetch-proof.ts';
import { proofRequest } from './proof-request.ts';
import { DrawPosition } from './draw-position.tsx';
import { DrawSteps } from './draw-steps.tsx';
import css from './draw.module.css';
import { hasRecords, isFinished, useDrawCheck } from './use-draw-check.ts';

const COMMAND = 'npm run verify-draw -- proof.json';

/**
 * The draw of an offering: sealed, then run again on this device with every step shown, and where the reader
 * came out. Needs `draw`, `newStocks`.
 */
export default function DrawView({ offeringId }: { readonly offeringId: string }) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const { data, loading, failure, again } = useProof(offeringId);
  const offering = useCall('newStocks', { id: offeringId }).data?.list[0];
  const check = useDrawCheck(offeringId, data);
  const summary = useSummary(check);
  const isDraw = data?.version !== 'khara/prorata/1';
  return (
    <Page
      title={t(isDraw ? 'title' : 'titleShared')}
      {...(offering && { subtitle: listed(offering.name, t(`newStocks:kind.${offering.kind}`)) })}
      onRefresh={again}
      {...(data && {
        tools: (
          <IconButton
            icon="copy"
            label={t('copySeal')}
            onClick={() => void copyText(`${offeringId} ${data.openHash}`)}
          />
        ),
      })}
    >
      {loading && <SkeletonRows rows={8} />}
      {failure &&
        (failure.reason === 'unknown_offering' ? (
          <Empty
            icon="ticket"
            title={t('newStocks:unknown')}
            text={t('newStocks:unknownText')}
            action={{ label: t('newStocks:allNewStocks'), onPress: () => redirectTo(NEW_STOCKS) }}
          />
        ) : (
          <ErrorBlock cause={failure.message} onRetry={() => void again()} />
        ))}
      {data && !isFinished(data) && <Sealed proof={data} offering={offering} />}
      {data && isFinished(data) && (
        <>
          <Reader check={check.check} application={check.application} />
          {check.check && <DrawPosition check={check.check} />}
          <Card>
            <div className={css.verify}>
              <Icon name={check.check?.holds === false ? 'warn' : 'seal'} size={28} />
              <div>
                <h2>{t(isDraw ? 'verify' : 'verifyShared')}</h2>
                <p aria-live="polite">{summary}</p>
              </div>
            </div>
            {check.running && <ProgressBar progress={check.progress} />}
            <Assurance proof={data} />
            {check.check && check.head && <DrawSteps proof={check.head} check={check.check} />}
            {check.noAnswer !== undefined && <Note tone="warn">{t('notRun', { cause: check.noAnswer })}</Note>}
            {check.check?.holds === false && <Doubt check={check.check} />}
            <div className={css.pair}>
              <Button size="md" icon="again" busy={check.running} onClick={() => void check.run()}>
                {t('again')}
              </Button>
              <SaveProof offeringId={offeringId} />
            </div>
            <p className={css.small}>{t('offline')}</p>
            <button type="button" className={css.command} onClick={() => void copyText(COMMAND)}>
              <code>{COMMAND}</code>
              <Icon name="copy" size={18} />
            </button>
          </Card>
          <div className={css.end} />
        </>
      )}
    </Page>
  );
}

/** The proof; asked again while there is something to wait for, never again once it is finished: it cannot change. */
function useProof(offeringId: string) {
  const payload = { id: offeringId, part: 'head' } as const;
  const first = useCall('drawProof', payload, { staleMs: Number.POSITIVE_INFINITY });
  const finished = first.data !== undefined && isFinished(first.data) && hasRecords(first.data);
  useCall('drawProof', payload, { enabled: !finished, ...(!finished && { refetchMs: LIVE_MS }) });
  return first;
}

/** Everything of the draw as a file, as it comes from the server. */
function SaveProof({ offeringId }: { readonly offeringId: string }) {
  const { t } = useTranslation('draw');
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await fetchProof(proofRequest(offeringId));
      saveFile(await response.blob(), 'proof.json');
    } catch {
      toast(t('noData'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="md" look="secondary" busy={busy} onClick={() => void save()}>
      {t('getData')}
    </Button>
  );
}

/** How much of the list is hashed; without a figure while it is on its way. */
function ProgressBar({ progress }: { readonly progress: ReturnType<typeof useDrawCheck>['progress'] }) {
  const { t } = useTranslation('draw');
  const part = progress && (100 * progress.done) / Math.max(1, progress.all); // for pixels only
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label={t('running')}
      {...(part !== undefined && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.floor(part) })}
    >
      <i
        className={part === undefined ? css.waiting : undefined}
        style={part === undefined ? undefined : { width: `${part}%` }}
      />
    </div>
  );
}

/** How far the check is, or what it found. It speaks only of what this device computed. */
function useSummary({ running, progress, check, ms }: ReturnType<typeof useDrawCheck>): string {
  const { t } = useTranslation('draw');
  const language = useLanguage();
  if (running && !progress) return t('fetching');
  if (running && progress) {
    return t('runningPart', { done: showCount(progress.done, language), all: showCount(progress.all, language) });
  }
  if (!check) return t('willRun');
  const verdicts = Object.values(check.steps);
  const held = verdicts.filter((verdict) => verdict === 'holds').length;
  const failed = verdicts.filter((verdict) => verdict === 'fails').length;
  const seconds = (Math.ceil(ms / 100) / 10).toFixed(1);
  if (failed > 0) return t('someFail', { seconds, failed: showCount(failed, language) });
  return check.holds ? t('allHold', { seconds, held: showCount(held, language) }) : t('notProved', { seconds });
}

/** What the operator could and could not have done, in plain words. */
function Assurance({ proof }: { readonly proof: DrawHead }) {
  const { t } = useTranslation('draw');
  const independent = proof.assurance === 'independent';
  const shared = proof.version === 'khara/prorata/1';
  return (
    <p className={cx(css.mode, !independent && css.tamper)}>
      <b>{t(independent ? 'independent' : 'tamperEvident')}</b>{' '}
      {t(independent ? 'independentText' : shared ? 'tamperSharedText' : 'tamperText')}
    </p>
  );
}

/** What to do about a draw that is not proved. */
function Doubt({ check }: { readonly check: DrawCheck }) {
  const { t } = useTranslation('draw');
  return (
    <Note tone="warn" className={css.broken}>
      <p>{t(Object.values(check.steps).includes('fails') ? 'broken' : 'notProvedText')}</p>
      <a href={href('/pages/index/messages/index')}>{t('askService')}</a>
    </Note>
  );
}

/** Where the reader came out, in one sentence. */
function Reader({
  check,
  application,
}: {
  readonly check: DrawCheck | undefined;
  readonly application: ReturnType<typeof useDrawCheck>['application'];
}) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const language = useLanguage();
  const own = check?.own;
  const count = (value: number): string => showCount(value, language);
  if (!application) {
    return (
      <Outcome title={t('noneTitle')}>
        <p>{t('noneText')}</p>
      </Outcome>
    );
  }
  const won = application.winningLots > 0;
  const lots = t('newStocks:lots', { count: application.winningLots, n: count(application.winningLots) });
  const amount = showMoney(application.amount, language);
  // Words, not money.
  const others = check && check.count > 0 ? Math.round((100 * (check.count - check.winners)) / check.count) : 0;
  return (
    <Outcome
      state={t(`newStocks:applied.${application.state}`)}
      title={won ? t('newStocks:wonTitle', { won: lots }) : t('newStocks:lostTitle')}
      won={won}
    >
      <p>
        {won
          ? t('wonText', {
              shares: count(application.allottedShares),
              price: application.allotmentPrice ?? application.price,
            })
          : t('lostText', { amount })}{' '}
        {!won && others > 0 && t('lostShare', { share: others })}
      </p>
      {own && own.shares !== application.allottedShares && <p>{t('differs')}</p>}
      <Button
        size="md"
        look="secondary"
        onClick={() => navigateTo(at('/pages/market/newStock/records', { id: application.id }))}
      >
        {t('newStocks:yourApplication')}
      </Button>
    </Outcome>
  );
}

/** Before the draw: what is fixed already, and what is still missing. */
function Sealed({ proof, offering }: { readonly proof: DrawHead; readonly offering: Offering | undefined }) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const language = useLanguage();
  const isClosed = proof.listRoot !== null;
  const next = isClosed ? proof.drawAt : proof.open.closesAt;
  return (
    <>
      <Outcome state={t(`newStocks:state.${proof.state}`)} title={t(isClosed ? 'closedTitle' : 'sealedTitle')}>
        <p>{t(isClosed ? 'closedText' : 'sealedText')}</p>
        {next !== null && (
          <p>
            {t(isClosed ? 'drawIn' : 'newStocks:closesIn')} <TimeLeft until={next} />
          </p>
        )}
      </Outcome>
      <Card>
        <h2 className={css.title}>{t('fixed')}</h2>
        <KeyValue label={t('seal')}>
          <code className={css.hash}>{proof.openHash}</code>
        </KeyValue>
        <KeyValue label={t('seedSeal')}>
          <code className={css.hash}>{shortHash(proof.open.seedHash)}</code>
        </KeyValue>
        <KeyValue label={t('newStocks:applications')}>
          {showCount(offering?.applications ?? proof.count, language)}
        </KeyValue>
        {proof.listRoot !== null && (
          <KeyValue label={t('listRoot')}>
            <code className={css.hash}>{shortHash(proof.listRoot)}</code>
          </KeyValue>
        )}
        {proof.seed !== null && (
          <KeyValue label={t('seedValue')}>
            <code className={css.hash}>{shortHash(proof.seed)}</code>
          </KeyValue>
        )}
        <Assurance proof={proof} />
        <p className={css.small}>{t('sealedKept')}</p>
      </Card>
      <RowGroup>
        <ListRow icon="ticket" title={t('newStocks:theOffering')} href={href(offeringAddress(proof.open.offeringId))} />
      </RowGroup>
      <div className={css.end} />
    </>
  );
}

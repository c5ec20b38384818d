import { useTranslation } from '#i18n/use-translation.ts';
import { useCall } from '#api/use-call.ts';
import { LIVE_MS } from '#features/offerings/offering.ts';
import { NEW_STOCKS } from '#features/offerings/offering-card.tsx';
import { href, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.ts';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { listed } from '#i18n/joined.ts';
import type { DrawCheck } from './check-draw.ts';
import { DrawPosition } from './draw-position.tsx';
import { DrawSteps } from './draw-steps.tsx';
import css from './draw.module.css';
import { hasRecords, isFinished, useDrawCheck } from './use-draw-check.ts';
import { Assurance, Reader, Sealed } from './draw-reader.tsx';
import { useState } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { toast } from '#ui/toast.ts';
import { fetchProof } from './fetch-proof.ts';
import { proofRequest } from './proof-request.ts';

const COMMAND = 'npm run verify-draw -- proof.json';

/**
 * The draw of an offering: sealed, then run again on this device with every step shown, and where the reader
 * came out. Needs `draw`, `newStocks`.
 */
export default function DrawView({ offeringId }: { readonly offeringId: string }) {
  const { t } = useTranslation(['draw', 'newStocks']);
  const proof = useProof(offeringId);
  const { data } = proof;
  const offering = useCall('newStocks', { id: offeringId }).data?.list[0];
  const check = useDrawCheck(offeringId, data);
  const summary = useSummary(check);
  const isDraw = data?.version !== 'khara/prorata/1';
  return (
    <Page
      title={t(isDraw ? 'title' : 'titleShared')}
      {...(offering && { subtitle: listed(offering.name, t(`newStocks:kind.${offering.kind}`)) })}
      onRefresh={proof.again}
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
      <Answer
        of={proof}
        wait={<SkeletonRows rows={8} />}
        refused={{
          unknown_offering: (
            <Empty
              icon="ticket"
              title={t('newStocks:unknown')}
              text={t('newStocks:unknownText')}
              action={{ label: t('newStocks:allNewStocks'), onPress: () => redirectTo(NEW_STOCKS) }}
            />
          ),
        }}
      >
        {(shown) =>
          !isFinished(shown) ? (
            <Sealed proof={shown} offering={offering} />
          ) : (
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
                <Assurance proof={shown} />
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
          )
        }
      </Answer>
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

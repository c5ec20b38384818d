import type { StatementCheck, StatementVerdict } from '@khara/proof';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { Note, SealRow } from '#ui/note.tsx';
import { showCount } from '#lib/number.ts';
import { Progress } from '#ui/progress.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { showMoment } from '#lib/time.ts';
import { CheckpointView } from './checkpoint-view.tsx';
import { FailureActions } from './failure-actions.tsx';
import FindingView from './finding-view.tsx';
import { useVerification, verifyMyStatement } from './verification.ts';
import css from './proof.module.css';

/**
 * The checks in their order. Written again because the list of packages/proof would bring the hashes along; a
 * test holds the two together.
 */
export const STATEMENT_CHECK_NAMES = [
  'lines',
  'bill',
  'signature',
  'consistency',
  'inclusion',
] as const satisfies readonly StatementCheck[];
type StatementCheckName = (typeof STATEMENT_CHECK_NAMES)[number];

/** "Verify my statement" in a sheet. Needs the namespace `proof`. */
export function ProofSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('proof');
  return (
    <Sheet open={open} onClose={onClose} title={t('title')} dock={<ProofButton />}>
      <ProofBody />
    </Sheet>
  );
}

/** The one button of the proof. */
export function ProofButton() {
  const { t } = useTranslation('proof');
  const { running, verdict, noAnswer } = useVerification();
  return (
    <Button busy={running !== undefined} onClick={() => void verifyMyStatement()}>
      {t(verdict || noAnswer ? 'again' : 'begin')}
    </Button>
  );
}

/** How far the proof has come, and then what was checked, in plain words. */
export function ProofBody() {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  const { running, verdict, noAnswer, at } = useVerification();
  return (
    <>
      <FindingView />
      <p className={css.what}>{t('what')}</p>
      {running && (
        <div className={css.running}>
          <b className={css.counted}>{t('counted', { n: showCount(running.lines, language) })}</b>
          <Progress label={t('working')} part={running.part} tone="gold" />
          <p role="status">
            {t('step', {
              n: STATEMENT_CHECK_NAMES.indexOf(running.check) + 1,
              count: STATEMENT_CHECK_NAMES.length,
              check: t(`check.${running.check}`),
            })}
          </p>
        </div>
      )}
      {noAnswer !== undefined && <Note tone="sky">{t('noAnswer', { cause: noAnswer })}</Note>}
      {verdict?.ok && (
        <SealRow
          className={css.stamp}
          title={t('allIn', { lines: showCount(verdict.counts.billLines, language) })}
          text={t('checkedAt', { time: showMoment(at, language), size: showCount(verdict.checkpoint.size, language) })}
        />
      )}
      {verdict && <Checked verdict={verdict} />}
      {verdict?.ok && <p className={css.limits}>{t('limits')}</p>}
      {verdict?.ok === false && <FailureActions verdict={verdict} at={at} />}
      {!running && <CheckpointView />}
    </>
  );
}

/** The steps in their order, each with what was found. One that was not reached is not ticked. */
function Checked({ verdict }: { readonly verdict: StatementVerdict }) {
  const { t } = useTranslation('proof');
  const done = useDone(verdict);
  const failedAt = verdict.ok ? STATEMENT_CHECK_NAMES.length : STATEMENT_CHECK_NAMES.indexOf(verdict.failed);
  return (
    <section aria-live="polite">
      <h3 className={css.head}>{t(verdict.ok ? 'checked' : 'doesNotAgree')}</h3>
      <ol className={css.steps}>
        {STATEMENT_CHECK_NAMES.map((name, index) => {
          const state = index < failedAt ? 'held' : index === failedAt ? 'wrong' : 'open';
          return (
            <li key={name} className={cx(css.step, state === 'wrong' && css.wrong, state === 'open' && css.open)}>
              <Icon name={state === 'held' ? 'check' : state === 'wrong' ? 'warn' : 'minus'} size={20} />
              <div>
                <b>{t(`check.${name}`)}</b>
                {state === 'held' && verdict.ok && <p>{done(name)}</p>}
                {state === 'open' && <p>{t('notReached')}</p>}
                {state === 'wrong' && !verdict.ok && (
                  <>
                    <p>{t(`fault.${verdict.fault}`)}</p>
                    <p className={css.compare}>
                      {labelled(t('expected'), verdict.expected)}
                      <br />
                      {labelled(t('came'), verdict.came)}
                    </p>
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What each step found, in words. */
function useDone(verdict: StatementVerdict): (check: StatementCheckName) => string {
  const { t } = useTranslation('proof');
  const language = useLanguage();
  if (!verdict.ok) return () => '';
  const { counts, checkpoint, before, keyChanges, known } = verdict;
  const count = (value: number) => showCount(value, language);
  const key = known.publicKey.slice(0, 8);
  return (check) => {
    switch (check) {
      case 'lines':
        return t('done.lines', { entries: count(counts.entries), accounts: count(counts.accounts) });
      case 'bill':
        return t('done.bill', { lines: count(counts.billLines) });
      case 'signature':
        if (keyChanges > 0) return t('done.signatureChanged', { key });
        return t(before ? 'done.signature' : 'done.signatureFirst', { key });
      case 'consistency':
        if (!before) return t('done.consistencyFirst');
        return t('done.consistency', { size: count(before.size), time: showMoment(before.timeMs, language) });
      default:
        return t('done.inclusion', { size: count(checkpoint.size), time: showMoment(checkpoint.timeMs, language) });
    }
  };
}

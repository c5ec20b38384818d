import { roundDueAt } from '@khara/lottery';
import { labelled } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { shortHash } from '#features/offerings/offering.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icons.tsx';
import { showCount } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import type { DrawCheck, ReaderStep, Verdict } from './check-draw.ts';
import type { DrawHead } from './draw-worker.ts';
import css from './draw.module.css';

/**
 * The steps in their order. Written again because the list beside the check would bring its hashes into the
 * page; a test holds the two together.
 */
export const STEP_NAMES = [
  'sealed',
  'list',
  'yours',
  'simulated',
  'seed',
  'entropy',
  'result',
  'log',
] as const satisfies readonly ReaderStep[];

const ICONS = { holds: 'check', fails: 'close', unproved: 'warn', absent: 'minus' } as const satisfies Record<
  Verdict,
  string
>;

/**
 * Each step of the check with a tick or a cross that this device computed, and what was compared. Needs the
 * namespace `draw`.
 */
export function DrawSteps({ proof, check }: { readonly proof: DrawHead; readonly check: DrawCheck }) {
  const { t } = useTranslation('draw');
  const found = useFound(proof, check);
  const hashes: Partial<Record<ReaderStep, string | null>> = {
    sealed: proof.openHash,
    list: proof.listRoot,
    seed: proof.seed,
  };
  return (
    <ol className={css.steps}>
      {STEP_NAMES.map((step) => {
        const verdict = check.steps[step];
        const compared = check.compared[step];
        const hash = hashes[step];
        return (
          <li key={step} className={css[verdict]}>
            <span className={css.sign} role="img" aria-label={t(`verdict.${verdict}`)}>
              <Icon name={ICONS[verdict]} size={16} />
            </span>
            <div className={css.words}>
              <h3>{t(`step.${step}`)}</h3>
              <p>{verdict === 'fails' ? t(`fails.${step}`) : found(step, verdict)}</p>
              {hash && verdict !== 'fails' && <code className={css.hash}>{shortHash(hash)}</code>}
              {compared && (
                <p className={cx(css.hash, css.compared)}>
                  {labelled(t('expected'), compared.expected)}
                  <br />
                  {labelled(t('came'), compared.came)}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** What a step found, in words. */
function useFound(proof: DrawHead, check: DrawCheck): (step: ReaderStep, verdict: Verdict) => string {
  const { t } = useTranslation('draw');
  const language = useLanguage();
  const count = (value: number): string => showCount(value, language);
  const { own } = check;
  const isDraw = proof.version === 'khara/draw/1';
  return (step, verdict) => {
    switch (step) {
      case 'sealed': {
        if (!proof.openProof) return t('unproved.sealed');
        const time = showMoment(proof.openProof.at, language);
        return t(check.sealSeen ? 'found.sealedSeen' : 'found.sealed', { time });
      }
      case 'list':
        if (verdict === 'unproved') return t('unproved.list');
        return t('found.list', { all: count(check.count), simulated: count(check.simulated) });
      case 'yours':
        if (!own) return t('found.noneOfYours');
        return t(own.byDevice ? 'found.yours' : 'found.yoursByServer', { id: own.applicationId });
      case 'simulated':
        return verdict === 'absent' ? t('found.noneSimulated') : t('found.simulated', { n: count(check.simulated) });
      case 'seed':
        return t('found.seed');
      case 'entropy': {
        if (verdict === 'absent') return t(isDraw ? 'found.noEntropy' : 'found.noEntropyNeeded');
        const { kind } = proof.open.entropy;
        const round = count(proof.open.entropy.round);
        const due = roundDueAt(proof.openProof);
        if (due === undefined) return t(kind === 'drand' ? 'found.drand' : 'found.witness', { round });
        const time = showMoment(due, language);
        return t(kind === 'drand' ? 'found.drandDue' : 'found.witnessDue', { round, time });
      }
      case 'result':
        if (verdict === 'unproved') return t('unproved.result');
        return own?.rank === undefined
          ? t('found.result', { winners: count(check.winners) })
          : t('found.resultYou', { winners: count(check.winners), rank: count(own.rank) });
      case 'log':
        if (verdict === 'unproved') return t('unproved.log');
        return t(verdict === 'absent' ? 'found.noLog' : 'found.log');
    }
  };
}

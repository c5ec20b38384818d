import { useState } from 'react';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Card } from '#ui/card.tsx';
import { Note, SealRow } from '#ui/note.tsx';
import { MINUS } from '#lib/number.ts';
import { showMoment } from '#lib/time.ts';
import { Timeline } from '#ui/timeline.tsx';
import css from './credit-report.module.css';
import { ScoreGauge } from './score-gauge.tsx';
import { healingSteps, recomputeScore, type CreditScore, type HealingStep } from './recompute-score.ts';

/** Where the rules stand on a page that has them (rule-table.tsx). */
export const RULES_PLACE = 'score-rules';
const showRules = (): void => document.getElementById(RULES_PLACE)?.scrollIntoView();
const CREDIT_PAGE = '/pages/personal/credit/index';

type Props = {
  readonly report: CreditScore;
  /** What is owned and stays so, in words. */
  readonly owned: string;
  /** The rules stand on the same page. */
  readonly rulesBelow?: boolean;
};

/** The score, what it is made of, and every way back. Needs the namespaces `score` and `refusals`. */
export function CreditReport({ report, owned, rulesBelow }: Props) {
  const { t } = useTranslation(['score', 'refusals']);
  const { score, threshold, withdrawalBlocked: blocked } = report;
  return (
    <>
      <Card className={css.head}>
        <ScoreGauge score={score} threshold={threshold} />
        <h2>{t(blocked ? 'paused' : 'open')}</h2>
        <p className={css.sentence}>{blocked ? t('refusals:credit_score_low') : t('openText', { threshold })}</p>
      </Card>
      <OwnCheck report={report} />
      <Why report={report} />
      <Healing report={report} />
      <AppealState report={report} />
      <p className={css.small}>
        <Trans
          text={t('stays', { amount: owned })}
          components={{ 1: rulesBelow ? <button type="button" onClick={showRules} /> : <a href={href(CREDIT_PAGE)} /> }}
        />
      </p>
    </>
  );
}

/** What this phone made of the rules and the events: never a tick that was not computed here. */
function OwnCheck({ report }: { readonly report: CreditScore }) {
  const { t } = useTranslation('score');
  const { score, agrees } = recomputeScore(report);
  if (agrees) return <SealRow className={css.seal} title={t('checked')} text={t('checkedText', { score })} />;
  return (
    <Note tone="warn" className={css.seal}>
      <p role="alert">
        <b>{t('differs')}</b>
      </p>
      <p>{t('differsText', { server: report.score, own: score })}</p>
    </Note>
  );
}

function Why({ report }: { readonly report: CreditScore }) {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const counting = report.events.filter(({ inForce }) => inForce);
  return (
    <Card>
      <h3 className={css.title}>{t('why')}</h3>
      {counting.length === 0 && <p className={css.text}>{t('whyNone')}</p>}
      <ul className={css.events}>
        {counting.map(({ id, points, explanation, cure, expiresAt }) => (
          <li key={id}>
            <b className={css.points}>{showPoints(points)}</b>
            <span className={css.words}>
              <b>{explanation}</b>
              <span>{cure}</span>
              <span>{t('endsBy', { time: showMoment(expiresAt, language) })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Healing({ report }: { readonly report: CreditScore }) {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const steps = healingSteps(report);
  if (steps.length === 0) return null;
  const title = ({ cure, at }: HealingStep): string => {
    if (cure === 'account') return t('nowAccount');
    if (cure === 'factor') return t('nowFactor');
    if (cure === 'paid') return t('nowPaid');
    return cure === 'dayClose' ? t('dayClose') : showMoment(at ?? report.at, language);
  };
  const text = ({ cure, opens, score }: HealingStep): string =>
    cure !== undefined && cure !== 'dayClose'
      ? t('thenScore', { score })
      : t(opens ? 'opensItself' : 'endsItself', { score });
  return (
    <Card>
      <h3 className={css.title}>{t(report.withdrawalBlocked ? 'healing' : 'recovery')}</h3>
      <Timeline
        steps={steps.map((step) => ({
          key: step.key,
          title: title(step),
          text: text(step),
          time: <b className={css.gain}>+{step.gain}</b>,
          done: step.cure !== undefined && step.cure !== 'dayClose',
        }))}
      />
    </Card>
  );
}

function AppealState({ report: { appeal } }: { readonly report: CreditScore }) {
  const { t } = useTranslation('score');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  if (!appeal) return null;
  return (
    <Card>
      <h3 className={css.title}>{t(`appealState.${appeal.state}`)}</h3>
      <p className={css.text}>{appeal.decision ?? t('appealBy', { time: showMoment(appeal.decidesBy, language) })}</p>
      <button type="button" className={css.own} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? appeal.text : `${appeal.text.slice(0, 60)}${appeal.text.length > 60 ? '…' : ''}`}
      </button>
    </Card>
  );
}

/** "−25": with the true minus sign. */
export const showPoints = (points: number): string => (points < 0 ? `${MINUS}${-points}` : String(points));

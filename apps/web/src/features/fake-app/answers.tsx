import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { showRupees } from './figures.ts';
import type { Verdict } from './items.ts';
import css from './lesson.module.css';
import { chosen, counted, judged, currentSpot, type Lesson, type Spot } from './lesson.ts';
import { operatorAccount, answerOrder, standing, STEPS, type Choice } from './story.ts';
import { showCount } from '#lib/number.ts';

/** Presenter's keys of the answers. */
const KEYS = { pay: 'P', stop: 'S', scam: 'S', genuine: 'G' } as const;

/** The answers that a page asks for; undefined where it asks for none, or has its own. */
function answersFor(spot: Spot): readonly [Choice, Choice] | readonly [Verdict, Verdict] | undefined {
  if (spot.part === 'story') return ['pay', 'stop'];
  return spot.part === 'first' || spot.part === 'second' ? ['scam', 'genuine'] : undefined;
}

/**
 * Under the drawing: what is asked, and two answers of the same size, colour and weight, which change places from
 * page to page; or the sign, and the way on. In a hall also the counted hands.
 */
export function Answers({
  lesson,
  change,
  isHall,
  asked,
  onNext,
}: {
  readonly lesson: Lesson;
  readonly change: (lesson: Lesson) => void;
  readonly isHall: boolean;
  /** Next was pressed before a switch of the console was moved. */
  readonly asked: boolean;
  readonly onNext: () => void;
}) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  const spot = currentSpot(lesson);
  const answers = answersFor(spot);
  const isOpen = answers && !(spot.part === 'story' && lesson.choices[spot.place]);
  const isSwapped = 'place' in spot && answerOrder(spot.place)[0] !== 'pay';
  const words = (answer: Choice | Verdict): string => {
    if (answer === 'scam' || answer === 'genuine') return t(`quiz.${answer}`);
    if (answer === 'stop' || !('place' in spot)) return t('story.stop');
    return t('story.pay', { amount: showRupees(standing(lesson.choices, spot.place).asks, language) });
  };
  return (
    <>
      <div role="status" className={css.say}>
        <Said lesson={lesson} spot={spot} asked={asked} isHall={isHall} />
      </div>
      <div className={css.pair}>
        {isOpen ? (
          (isSwapped ? answers.toReversed() : answers).map((answer) => {
            const button = (
              <Button
                key={answer}
                look="secondary"
                onClick={() =>
                  change(answer === 'pay' || answer === 'stop' ? chosen(lesson, answer) : judged(lesson, answer))
                }
              >
                {words(answer)}
                {isHall && <kbd aria-hidden="true">{KEYS[answer]}</kbd>}
              </Button>
            );
            const place = answer === answers[0] ? 0 : 1;
            return isHall ? (
              <div key={answer} className={css.counted}>
                {button}
                <HandCount
                  choice={words(answer)}
                  hands={lesson.hands[lesson.spot]?.[place] ?? 0}
                  onCount={(by) => change(counted(lesson, place, by))}
                />
              </div>
            ) : (
              button
            );
          })
        ) : (
          <Button look={spot.part === 'console' && !lesson.moved ? 'secondary' : 'primary'} onClick={onNext}>
            {t('next')}
          </Button>
        )}
      </div>
    </>
  );
}

/** What the page asks; after a choice its sign, after a switch what the operator kept. */
function Said({
  lesson,
  spot,
  asked,
  isHall,
}: {
  readonly lesson: Lesson;
  readonly spot: Spot;
  readonly asked: boolean;
  readonly isHall: boolean;
}): ReactNode {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  const rupees = (amount: number): string => showRupees(amount, language);
  switch (spot.part) {
    case 'first':
    case 'second':
      return (
        <p>
          <b>{t('quiz.ask')}</b> {spot.place === 0 && !isHall && t('quiz.later')}
        </p>
      );
    case 'story': {
      const { asks, left } = standing(lesson.choices, spot.place);
      const choice = lesson.choices[spot.place];
      const step = STEPS[spot.place];
      if (!choice || !step) {
        return (
          <p>
            <b>{t('story.ask')}</b> {t(left < asks ? 'story.borrow' : 'story.left', { left: rupees(left) })}
          </p>
        );
      }
      return (
        <>
          <p>{choice === 'pay' ? t('story.paid', { amount: rupees(asks) }) : t('story.stopped')}</p>
          <p>
            <b>{t('story.sign', { sign: t(`story.${step.id}.sign`) })}</b>
          </p>
        </>
      );
    }
    case 'console':
      if (!lesson.moved) return <p>{asked ? <b>{t('console.moveFirst')}</b> : t('console.moveFirst')}</p>;
      return (
        <p>
          {t('console.moved')} <b>{t('console.kept', { amount: rupees(operatorAccount(lesson.choices).kept) })}</b>
        </p>
      );
    default:
      return null;
  }
}

/** Counts a show of hands for an answer, beside its button. A sum only. */
function HandCount({
  choice,
  hands,
  onCount,
}: {
  readonly choice: string;
  readonly hands: number;
  readonly onCount: (by: 1 | -1) => void;
}) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  return (
    <div className={css.hands} role="group" aria-label={t('hall.hands', { choice })}>
      <IconButton icon="minus" label={t('hall.fewer', { choice })} onClick={() => onCount(-1)} />
      <output>{showCount(hands, language)}</output>
      <IconButton icon="plus" label={t('hall.more', { choice })} onClick={() => onCount(1)} />
    </div>
  );
}

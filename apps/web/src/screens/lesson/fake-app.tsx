import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Answers } from '#features/fake-app/answers.tsx';
import { BeforeAndAfter } from '#features/fake-app/before-and-after.tsx';
import { Tape } from '#features/fake-app/drawing.tsx';
import { FourQuestions } from '#features/fake-app/four-questions.tsx';
import { JudgeScreen } from '#features/fake-app/judge-screen.tsx';
import { Cover } from '#features/articles/cover.tsx';
import css from '#features/fake-app/lesson.module.css';
import { chosen, judged, PARTS, currentSpot, turned, type Spot } from '#features/fake-app/lesson.ts';
import { LiveStep } from '#features/fake-app/live-step.tsx';
import { OperatorConsole } from '#features/fake-app/operator-console.tsx';
import { LessonSheet } from '#features/fake-app/sheet.tsx';
import { STEPS } from '#features/fake-app/story.ts';
import { useHall } from '#features/fake-app/use-hall.ts';
import { useLesson } from '#features/fake-app/use-lesson.ts';
import { Page } from '#shell/page.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';

/** The lesson "Inside the fake app". It asks the server for nothing, and works without a line. */
export default function FakeApp() {
  const { t } = useTranslation('lesson');
  const { lesson, change, kept, begin } = useLesson();
  const spot = currentSpot(lesson);
  const heading = useHeading(lesson.spot);
  const [asked, setAsked] = useState(false);
  const turn = (by: 1 | -1): void => {
    setAsked(spot.part === 'console' && by === 1 && !lesson.moved);
    change(turned(lesson, by));
  };
  const hall = useHall({
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
    p: () => change(chosen(lesson, 'pay')),
    s: () => change(spot.part === 'story' ? chosen(lesson, 'stop') : judged(lesson, 'scam')),
    g: () => change(judged(lesson, 'genuine')),
  });

  const content = (() => {
    switch (spot.part) {
      case 'start':
        return <Start isHall={hall.on} />;
      case 'first':
      case 'second':
        return <JudgeScreen part={spot.part} place={spot.place} />;
      case 'story':
        return <LiveStep place={spot.place} choices={lesson.choices} />;
      case 'console':
        return <OperatorConsole choices={lesson.choices} onMove={() => change({ ...lesson, moved: true })} />;
      case 'khara':
        return <FourQuestions />;
      case 'result':
        return <BeforeAndAfter lesson={lesson} onAgain={begin} />;
    }
  })();

  const dock =
    spot.part === 'start' ? (
      <div className={css.pair}>
        {kept && (
          <Button onClick={() => change(kept)}>
            {t('start.goOn', { part: t(`parts.${currentSpot(kept).part}`) })}
          </Button>
        )}
        <Button look={kept ? 'secondary' : 'primary'} onClick={begin}>
          {t(kept ? 'start.again' : 'start.begin')}
        </Button>
      </div>
    ) : (
      <Answers lesson={lesson} change={change} isHall={hall.on} asked={asked} onNext={() => turn(1)} />
    );

  const presenter = (
    <IconButton
      icon="people"
      label={t(hall.on ? 'hall.off' : 'hall.on')}
      aria-pressed={hall.on}
      onClick={hall.toggle}
    />
  );
  return (
    <div
      className={cx(css.whole, hall.on && css.hall)}
      data-hall={hall.on ? (spot.part === 'first' || spot.part === 'second' ? 'judge' : 'plain') : undefined}
    >
      <Page
        subtitle={t(`parts.${spot.part}`)}
        {...(hall.on ? { bar: <></> } : { tools: presenter })}
        below={
          hall.on ? (
            <div className={css.top}>
              <Tape />
              {presenter}
            </div>
          ) : (
            <>
              <Progress spot={spot} />
              <Tape />
            </>
          )
        }
        {...(spot.part !== 'result' && { dock: <div className={css.choices}>{dock}</div> })}
      >
        <div className={css.body}>
          <h2 ref={heading} className={css.title} tabIndex={-1}>
            <Title spot={spot} />
          </h2>
          {content}
        </div>
      </Page>
      <LessonSheet />
    </div>
  );
}

/** A new page is read from its heading on, and stands at its top. */
function useHeading(spot: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(spot);
  useEffect(() => {
    if (before.current === spot) return;
    before.current = spot;
    heading.current?.closest('main, [data-scroller]')?.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [spot]);
  return heading;
}

function Title({ spot }: { readonly spot: Spot }) {
  const { t } = useTranslation('lesson');
  if (spot.part === 'first' || spot.part === 'second') return t('quiz.title', { n: spot.place + 1 });
  if (spot.part === 'start') return t('start.title');
  const step = spot.part === 'story' ? STEPS[spot.place] : undefined;
  if (step) return t('story.week', { n: step.week, title: t(`story.${step.id}.title`) });
  return t(`parts.${spot.part}`);
}

function Progress({ spot }: { readonly spot: Spot }) {
  const { t } = useTranslation('lesson');
  const now = PARTS.findIndex((part) => part === spot.part);
  return (
    <div className={css.bars} role="img" aria-label={t('part', { n: Math.max(1, now + 1) })}>
      {PARTS.map((part, place) => (
        <i key={part} className={cx(place < now && css.past, place === now && css.now)} />
      ))}
    </div>
  );
}

function Start({ isHall }: { readonly isHall: boolean }) {
  const { t } = useTranslation('lesson');
  return (
    <>
      {!isHall && (
        <div className={css.cover}>
          <Cover id="lesson" category="safety" large />
        </div>
      )}
      <p className={css.say}>{t('start.text')}</p>
      <ol className={css.parts}>
        {PARTS.map((part) => (
          <li key={part}>{t(`parts.${part}`)}</li>
        ))}
      </ol>
      <p className={css.say}>{t('start.safe')}</p>
      <p className={css.say}>{t(isHall ? 'hall.keys' : 'start.kept')}</p>
    </>
  );
}

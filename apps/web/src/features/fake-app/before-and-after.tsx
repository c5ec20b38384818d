import { useState } from 'react';
import { call } from '#api/client.ts';
import { useSignedIn } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, UNKNOWN } from '#lib/number.ts';
import { href } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showRupees } from './figures.ts';
import { discernment, missed, type Part, type Verdict } from './items.ts';
import css from './lesson.module.css';
import { countHands, storyHands, type Lesson } from './lesson.ts';
import { ownSums } from './story.ts';
import { WhatToDo } from './what-to-do.tsx';

const PARTS = ['first', 'second'] as const satisfies readonly Part[];

/** Both results side by side, what was judged otherwise, and what to do. No mark, no badge; the figures go nowhere. */
export function BeforeAndAfter({ lesson, onAgain }: { readonly lesson: Lesson; readonly onAgain: () => void }) {
  const { t } = useTranslation('lesson');
  const language = useLanguage();
  // A part that was only talked about has no result.
  const judgements = (part: Part, is: Verdict): string =>
    lesson[part].some(Boolean) ? t('result.of', { n: discernment(part, lesson[part])[is] }) : UNKNOWN;
  const [handsBefore, handsAfter] = PARTS.map((part) => countHands(part, lesson));
  const story = storyHands(lesson);
  const { paid, got } = ownSums(lesson.choices);
  const wrong = PARTS.flatMap((part) => missed(part, lesson[part]));
  const hands = (sums: typeof handsBefore): string =>
    sums && sums.all > 0 ? t('result.hallOf', { n: sums.right, all: sums.all }) : UNKNOWN;
  return (
    <>
      <Card pad className={css.result}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t('result.before')}</th>
              <th scope="col">{t('result.after')}</th>
            </tr>
          </thead>
          <tbody>
            {(['scam', 'genuine'] as const).map((is) => (
              <tr key={is}>
                <th scope="row">{t(is === 'scam' ? 'result.scams' : 'result.genuine')}</th>
                {PARTS.map((part) => (
                  <td key={part}>{judgements(part, is)}</td>
                ))}
              </tr>
            ))}
            {(handsBefore?.all ?? 0) + (handsAfter?.all ?? 0) > 0 && (
              <tr>
                <th scope="row">{t('result.hall')}</th>
                <td>{hands(handsBefore)}</td>
                <td>{hands(handsAfter)}</td>
              </tr>
            )}
          </tbody>
        </table>
        <p>{t('result.both')}</p>
        {story.all > 0 && (
          <p>{t('result.hallStory', { n: showCount(story.paid, language), all: showCount(story.all, language) })}</p>
        )}
        <p>{t('result.story', { paid: showRupees(paid, language), got: showRupees(got, language) })}</p>
      </Card>
      <Card pad className={css.result}>
        <h3>{t('result.missed')}</h3>
        {wrong.length === 0 && <p>{t('result.missedNone')}</p>}
        {wrong.map(({ id, is }) => (
          <div key={id} className={css.missed}>
            <p>
              <b>{t(`items.${id}.from`)}</b> – {t(is === 'scam' ? 'result.wasScam' : 'result.wasGenuine')}
            </p>
            <p>{t(`items.${id}.says`)}</p>
            <p>{t(`items.${id}.why`)}</p>
          </div>
        ))}
      </Card>
      <Card pad className={css.result}>
        <h3>{t('result.do')}</h3>
        <WhatToDo />
      </Card>
      <Remind />
      <div className={css.actions}>
        <Button look="secondary" onClick={() => print()}>
          {t('result.print')}
        </Button>
        <Button look="secondary" onClick={onAgain}>
          {t('result.again')}
        </Button>
        <a className={css.proof} href={href('/pages/news/index?category=safety')}>
          {t('result.more')}
        </a>
      </div>
    </>
  );
}

/** After the lesson, on request: two notices later. Only now the lesson may ask the server for something. */
function Remind() {
  const { t } = useTranslation('lesson');
  const signedIn = useSignedIn();
  const [said, setSaid] = useState<'reminded' | 'remindFailed'>();
  if (!signedIn) return null;
  const ask = async (): Promise<void> => {
    const answer = await call('remindLesson', {});
    setSaid(answer.ok ? 'reminded' : 'remindFailed');
  };
  return (
    <div className={css.actions} role="status">
      {said && <p>{t(`result.${said}`)}</p>}
      {said !== 'reminded' && (
        <Button look="secondary" onClick={() => void ask()}>
          {t('result.remind')}
        </Button>
      )}
    </div>
  );
}

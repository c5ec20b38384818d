import { createPortal } from 'react-dom';
import { useTranslation } from '#i18n/use-translation.ts';
import { Across, Tape } from './drawing.tsx';
import { QUESTIONS } from './four-questions.tsx';
import css from './sheet.module.css';
import { STEPS } from './story.ts';
import { WhatToDo } from './what-to-do.tsx';

/** What the printer gives of the lesson, from any of its pages: one sheet for a class, with room for its counts. */
export function LessonSheet() {
  const { t } = useTranslation('lesson');
  return createPortal(
    <section className={css.sheet} aria-hidden="true">
      <Tape />
      <h1>{t('sheet.title')}</h1>
      <h2>{t('sheet.signs')}</h2>
      <table>
        <thead>
          <tr>
            <td colSpan={2} />
            <th colSpan={2}>{t('sheet.count')}</th>
          </tr>
          <tr>
            <td colSpan={2} />
            <th>{t('sheet.pay')}</th>
            <th>{t('sheet.stop')}</th>
          </tr>
        </thead>
        <tbody>
          {STEPS.map(({ id, week }) => (
            <tr key={id}>
              <th>{t('story.week', { n: week, title: t(`story.${id}.title`) })}</th>
              <td>{t(`story.${id}.sign`)}</td>
              <td className={css.box} />
              <td className={css.box} />
            </tr>
          ))}
        </tbody>
      </table>
      <h2>{t('sheet.questions')}</h2>
      <ol>
        {QUESTIONS.map(({ id }) => (
          <li key={id}>
            {t(`khara.${id}.title`)} {t(`khara.${id}.here`)}
          </li>
        ))}
      </ol>
      <h2>{t('result.do')}</h2>
      <WhatToDo />
      <p className={css.note}>{t('khara.limits')}</p>
      <Tape />
      <Across />
    </section>,
    document.body,
  );
}

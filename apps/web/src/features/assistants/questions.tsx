import type { KeyboardEvent, ReactNode } from 'react';
import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { answerQuestion, QuestionView } from './question.tsx';

/** How often it is asked whether an assistant waits for an answer. */
export const LOOK_MS = 5_000;

/** What assistants ask, on a page or in a pane of the desk. Needs the namespace `orders`. */
export function Questions({ none, isHeaded }: { readonly none?: ReactNode; readonly isHeaded?: true }) {
  const { t } = useTranslation('assistants');
  const questions = useCall('assistantQuestions', undefined, { staleMs: 0, refetchMs: LOOK_MS });
  const waiting = questions.data?.list ?? [];
  if (waiting.length === 0) return none;
  /** Escape is Not now, as in the sheet; in a sheet that the question opened it closes that. */
  const declineBy = (id: string) => (event: KeyboardEvent) => {
    const isElsewhere = (event.target as HTMLElement).closest('[role$="dialog"]') !== null; // keys are an element's
    if (event.key === 'Escape' && !isElsewhere) void answerQuestion(id, false, t('declined'));
  };
  return (
    <section aria-live="polite">
      {isHeaded && <SectionHead title={t('asked')} />}
      {waiting.map((question) => (
        <div key={question.id} onKeyDown={declineBy(question.id)}>
          <Card pad={isHeaded === true}>
            <QuestionView of={question} />
          </Card>
        </div>
      ))}
    </section>
  );
}

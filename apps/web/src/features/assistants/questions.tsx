import type { ReactNode } from 'react';
import { useCall } from '#api/use-call.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card, SectionHead } from '#ui/card.tsx';
import { QuestionView } from './question.tsx';

/** How often it is asked whether an assistant waits for an answer. */
export const LOOK_MS = 5_000;

/** What assistants ask, on a page or in a pane of the desk. Needs the namespace `orders`. */
export function Questions({ none, isHeaded }: { readonly none?: ReactNode; readonly isHeaded?: true }) {
  const { t } = useTranslation('assistants');
  const questions = useCall('assistantQuestions', undefined, { staleMs: 0, refetchMs: LOOK_MS });
  const waiting = questions.data?.list ?? [];
  if (waiting.length === 0) return none;
  return (
    <section aria-live="polite">
      {isHeaded && <SectionHead title={t('asked')} />}
      {waiting.map((question) => (
        <Card key={question.id} pad={isHeaded === true}>
          <QuestionView of={question} />
        </Card>
      ))}
    </section>
  );
}

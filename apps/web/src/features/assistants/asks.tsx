import { useEffect, useRef, useState } from 'react';
import { refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { useNow } from '#features/money/use-now.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { here } from '#shell/location.ts';
import { Sheet } from '#ui/sheet.tsx';
import { ASSISTANTS_PAGE, useAsked } from './asked.ts';
import { answerQuestion, QuestionView, useAction, type Question } from './question.tsx';

const TICKET_PAGE = '/pages/market/buy';

/** What an assistant asks never comes over another sheet, or while its member types; nor where its page shows it. */
const isInTheWay = (): boolean =>
  [ASSISTANTS_PAGE, TICKET_PAGE].includes(here().split('?')[0] ?? '') ||
  document.querySelector('[role$="dialog"]') !== null ||
  document.activeElement?.matches('input, textarea, select') === true;

/** The question of an assistant, over whatever page is shown. Closed, it is declined. */
export default function Asks() {
  const { t } = useTranslation('assistants');
  const times = useAsked((asked) => asked.times);
  const now = useNow(1000);
  const questions = useCall('assistantQuestions', undefined, { staleMs: 0 });
  const seen = useRef(new Set<string>());
  const [open, setOpen] = useState<Question>();
  const heading = useRef<HTMLHeadingElement>(null);
  const action = useAction();
  useEffect(() => refresh(['assistantQuestions']), [times]);
  const waiting = questions.data?.list;
  useEffect(() => {
    const news = waiting?.filter(({ id }) => !seen.current.has(id)) ?? [];
    for (const { id } of news) seen.current.add(id);
    if (news[0] && !isInTheWay()) setOpen(news[0]);
  }, [waiting]);
  const isOpen = open !== undefined && now < open.until && waiting?.some(({ id }) => id === open.id) === true;
  return (
    <Sheet
      open={isOpen}
      onClose={() => open && void answerQuestion(open.id, false, t('declined'))}
      title={t('rehearsal')}
      alert={open && t('asksTo', { name: open.name, what: action(open) })}
      focused={heading}
    >
      {open && <QuestionView key={open.id} of={open} heading={heading} />}
    </Sheet>
  );
}

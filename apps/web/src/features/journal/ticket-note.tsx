import { useState } from 'react';
import { listed } from '#i18n/joined.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPrice } from '#lib/number.ts';
import { OpeningLine, OpeningLineSpace } from '#ui/opening-line.tsx';
import { findFault, NO_NOTE, noteIn, type NoteDraft, type PlannedOrder } from './note-draft.ts';
import { NoteSheet } from './note-sheet.tsx';
import css from './journal.module.css';

type Props = {
  /** Undefined until something is written. */
  readonly draft: NoteDraft | undefined;
  readonly order: PlannedOrder;
  readonly onChange: (draft: NoteDraft) => void;
};

/** Reason and plan in one line of the ticket: most orders have none. Needs `refusals` and `common`. */
export default function TicketNote(props: Props) {
  return useTexts('journal') ? <Row {...props} /> : <OpeningLineSpace />;
}

function Row({ draft = NO_NOTE, order, onChange }: Props) {
  const { t } = useTranslation(['journal', 'refusals']);
  const language = useLanguage();
  const [open, setOpen] = useState<boolean>();
  const { reason, stop, target, text, tags } = noteIn(draft, order) ?? {};
  // The order may have become another since.
  const fault = findFault(draft, order);
  const parts = [
    ...(reason === undefined ? [] : [t(`reason.${reason}`)]),
    ...(stop === undefined ? [] : [t('stopOnly', { price: showPrice(stop, language) })]),
    ...(target === undefined ? [] : [t('targetOnly', { price: showPrice(target, language) })]),
    ...(text === undefined && tags === undefined ? [] : [t('note')]),
  ];
  return (
    <>
      <OpeningLine onPress={() => setOpen(true)}>
        <Trans text={t('row', { what: parts.length === 0 ? t('none') : listed(...parts) })} components={{ 1: <b /> }} />
      </OpeningLine>
      {fault && (
        <p className={css.error} role="alert">
          {t(fault.field === 'tags' ? 'tagsWrong' : 'refusals:note_plan_wrong_side')}
        </p>
      )}
      {open !== undefined && (
        <NoteSheet draft={draft} order={order} open={open} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { findFault, type NoteDraft, type PlannedOrder } from './note-draft.ts';
import { NoteFields } from './note-fields.tsx';
import css from './journal.module.css';

type Props = {
  readonly draft: NoteDraft;
  readonly order: PlannedOrder;
  readonly open: boolean;
  readonly onChange: (draft: NoteDraft) => void;
  readonly onClose: () => void;
};

/** At the ticket: what is written goes with the order that is placed next. Needs `journal`, `refusals` and `common`. */
export function NoteSheet({ draft, order, open, onChange, onClose }: Props) {
  const { t } = useTranslation(['journal', 'common']);
  const [tried, setTried] = useState(false);
  const fault = findFault(draft, order);
  const done = () => {
    setTried(true);
    if (!fault) onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t('title')} dock={<Button onClick={done}>{t('common:done')}</Button>}>
      <p className={css.about}>{t('about')}</p>
      <NoteFields draft={draft} order={order} fault={tried ? fault : undefined} onChange={onChange} />
    </Sheet>
  );
}

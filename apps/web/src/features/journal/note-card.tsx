import { paise } from '@khara/money';
import { useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import type { OrderDetail } from '#features/orders/outcome.ts';
import { Button } from '#ui/button.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { Tag } from '#ui/choice.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { toast } from '#ui/toast.ts';
import { deleteNote, forgetUnsaved, keepNote, useUnsavedNote } from './keep-note.ts';
import { toDraft, findFault, NO_NOTE, noteIn, type NoteDraft, type PlannedOrder } from './note-draft.ts';
import { NoteFields } from './note-fields.tsx';
import { PlanAndOutcome } from './plan-and-outcome.tsx';
import css from './journal.module.css';

/**
 * What the reader has written about an order, and what became of the plan; in place of it the form. In a sheet or on a
 * page. Needs `refusals` and `common`, and fetches `journal`.
 */
export function NoteCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useTranslation(['journal', 'common']);
  const here = useTexts('journal');
  const [typed, setDraft] = useState<NoteDraft>();
  const unsaved = useUnsavedNote(order.id);
  const draft = typed ?? unsaved;
  const { note } = order;
  const done = () => {
    setDraft(undefined);
    forgetUnsaved(order.id);
  };
  if (!here) return null;
  const mark = order.program?.tag?.toLowerCase();
  const tags = [...new Set([...(note?.tags ?? []), ...(mark === undefined ? [] : [mark])])];
  return (
    <>
      <div className={css.head}>
        <h3 className={css.title}>{t('cardTitle')}</h3>
        {!draft && note && <TextButton onClick={() => setDraft(toDraft(note))}>{t('edit')}</TextButton>}
      </div>
      {draft ? (
        <NoteForm key={order.id} order={order} draft={draft} onChange={setDraft} onDone={done} />
      ) : (
        <>
          {note?.reason && <KeyValue label={t('why')}>{t(`reason.${note.reason}`)}</KeyValue>}
          {note?.plannedAt && <PlanAndOutcome order={order} note={note} />}
          {note?.text && <p className={css.words}>{note.text}</p>}
          {tags.length > 0 && (
            <ul className={css.tags} aria-label={t('tags')}>
              {tags.map((tag) => (
                <li key={tag}>
                  <Tag>{tag}</Tag>
                </li>
              ))}
            </ul>
          )}
          {!note && (
            <>
              <p className={css.about}>{t('about')}</p>
              <Button look="secondary" size="md" onClick={() => setDraft(NO_NOTE)}>
                {t('write')}
              </Button>
            </>
          )}
        </>
      )}
    </>
  );
}

/** An order that is filled has the price of its fills; a market order before has any. */
const toPlanned = ({ side, product, type, price, averagePrice }: OrderDetail): PlannedOrder => {
  const known = averagePrice ?? (type === 'market' ? null : price);
  return { side, product, price: known === null ? undefined : paise(known) };
};

type FormProps = {
  readonly order: OrderDetail;
  readonly draft: NoteDraft;
  readonly onChange: (draft: NoteDraft) => void;
  readonly onDone: () => void;
};

function NoteForm({ order, draft, onChange, onDone }: FormProps) {
  const { t } = useTranslation(['journal', 'common']);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [refused, setRefused] = useState<string>();
  const planned = toPlanned(order);
  const { note } = order;
  const isSamePlan = note !== undefined && draft.stop === (note.stop ?? '') && draft.target === (note.target ?? '');
  const fault = findFault(draft, isSamePlan ? { ...planned, price: undefined } : planned);
  const act = async (what: 'saved' | 'deleted', failed: ReturnType<typeof deleteNote>) => {
    setBusy(true);
    const failure = await failed;
    setBusy(false);
    setRefused(failure?.message);
    if (failure) return;
    toast(t(what));
    onDone();
  };
  const isEmpty = noteIn(draft, planned) === undefined;
  const save = () => {
    setTried(true);
    if (!fault) void act('saved', keepNote(order.id, draft, planned));
  };
  if (deleting)
    return (
      <div role="group" aria-label={t('deleteAsk')}>
        <p className={css.words}>{t('deleteAsk')}</p>
        <p className={css.about}>{t('deleteText')}</p>
        <div className={css.answers}>
          <Button look="secondary" size="md" onClick={() => setDeleting(false)}>
            {t('keep')}
          </Button>
          <Button size="md" busy={busy} onClick={() => void act('deleted', deleteNote(order.id))}>
            {t('delete')}
          </Button>
        </div>
      </div>
    );
  return (
    <>
      <NoteFields
        draft={draft}
        order={planned}
        fault={tried ? fault : undefined}
        onChange={(next) => {
          setRefused(undefined);
          onChange(next);
        }}
      />
      {refused !== undefined && (
        <p className={css.error} role="alert">
          {refused}
        </p>
      )}
      <div className={css.answers}>
        <Button look="secondary" size="md" onClick={onDone}>
          {t('common:cancel')}
        </Button>
        <Button size="md" busy={busy} disabled={isEmpty} onClick={save}>
          {t('save')}
        </Button>
      </div>
      {note && <TextButton onClick={() => setDeleting(true)}>{t('delete')}</TextButton>}
    </>
  );
}

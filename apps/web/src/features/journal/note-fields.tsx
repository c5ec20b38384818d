import { plainDecimal } from '@khara/rules';
import { ORDER_REASONS } from '@khara/contract';
import { useId } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { sentences } from '#i18n/joined.ts';
import { Chip } from '#ui/choice.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { charactersLeft, mayPlan, type NoteDraft, type NoteFault, type PlannedOrder } from './note-draft.ts';
import css from './journal.module.css';

type Props = {
  readonly draft: NoteDraft;
  readonly order: PlannedOrder;
  /** What is wrong with it, once that is to be said. */
  readonly fault: NoteFault | undefined;
  readonly onChange: (draft: NoteDraft) => void;
};

/** Why an order is placed, its plan, words and tags. Needs `journal` and `refusals`. */
export function NoteFields({ draft, order, fault, onChange }: Props) {
  const { t } = useTranslation(['journal', 'refusals']);
  const id = useId();
  const set = (change: Partial<NoteDraft>): void => onChange({ ...draft, ...change });
  const fieldError = (field: 'stop' | 'target'): string | undefined =>
    fault?.field !== field || !('why' in fault)
      ? undefined
      : fault.why === 'price'
        ? t('notAPrice')
        : t('refusals:note_plan_wrong_side');
  // A paste may be longer than a note: it stays, and says by how much.
  const left = charactersLeft(draft.text.trim());
  return (
    <div className={css.fields}>
      <p className={css.label} id={`${id}-why`}>
        {t('why')}
      </p>
      <div role="group" aria-labelledby={`${id}-why`} className={css.chips}>
        {ORDER_REASONS.map((reason) => (
          <Chip
            key={reason}
            on={draft.reason === reason}
            onPress={() => set({ reason: draft.reason === reason ? undefined : reason })}
          >
            {t(`reason.${reason}`)}
          </Chip>
        ))}
      </div>
      {mayPlan(order) && (
        <>
          <p className={css.label}>{t('plan')}</p>
          <p className={css.hint}>{t('planText')}</p>
          <div className={css.two}>
            {(['stop', 'target'] as const).map((field) => (
              <Field
                key={field}
                label={t(field)}
                inputMode="decimal"
                autoComplete="off"
                placeholder={t('optional')}
                value={draft[field]}
                onChange={({ target }) => set({ [field]: plainDecimal(target.value) })}
                error={fieldError(field)}
                hint={t(
                  order.side === 'buy'
                    ? field === 'stop'
                      ? 'stopBelow'
                      : 'targetAbove'
                    : field === 'stop'
                      ? 'stopAbove'
                      : 'targetBelow',
                )}
              />
            ))}
          </div>
        </>
      )}
      <TextArea
        label={t('note')}
        rows={3}
        value={draft.text}
        onChange={({ target }) => set({ text: target.value })}
        error={left < 0 ? sentences(t('refusals:note_too_long'), t('noteOver', { count: -left })) : undefined}
        hint={t('noteHint', { count: Math.max(0, left) })}
      />
      <Field
        label={t('tags')}
        autoComplete="off"
        autoCapitalize="off"
        placeholder={t('optional')}
        value={draft.tags}
        onChange={({ target }) => set({ tags: target.value })}
        error={fault?.field === 'tags' ? t('tagsWrong') : undefined}
        hint={t('tagsHint')}
      />
    </div>
  );
}

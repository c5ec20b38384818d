import type { FormEventHandler, ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import css from './account-form.module.css';
import { showPhone } from './credentials.ts';
import { RefusalNote } from './refusal-note.tsx';
import { useLeft, type RefusalNotice } from './refusal.ts';

type Props<V extends FieldValues> = {
  readonly form: UseFormReturn<V>;
  /** What its button says; undefined of a form whose button stands elsewhere. */
  readonly action: string | undefined;
  readonly id?: string;
  readonly busy: boolean;
  /** Why it was not taken. */
  readonly refusal: RefusalNotice | undefined;
  /** The number as it is typed: both forms have the same one. */
  readonly onPhone?: (phone: string) => void;
  /** Under the phone number. */
  readonly hint?: string;
  readonly onSubmit: FormEventHandler;
  /** The fields after the phone number. */
  readonly children: ReactNode;
  /** Under the button. */
  readonly below?: ReactNode;
};

/**
 * What logging in and opening an account have in common: the phone number first, why it was not taken, the
 * button. `V` has a text field `phone`.
 */
export function AccountForm<V extends FieldValues & { readonly phone: string }>({
  form,
  id,
  action,
  busy,
  refusal,
  onPhone,
  hint,
  onSubmit,
  children,
  below,
}: Props<V>) {
  const { t } = useTranslation('login');
  const leftMs = useLeft(refusal?.until);
  const name = 'phone' as Path<V>; // every V has it
  const wrong = form.formState.errors['phone']?.message;
  return (
    <form id={id} className={css.form} noValidate onSubmit={onSubmit}>
      <Field
        label={t('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="username"
        prefix="+91"
        hint={hint}
        error={typeof wrong === 'string' ? wrong : undefined}
        {...form.register(name, {
          onChange: (event: { target: { value: string } }) => onPhone?.(event.target.value),
          onBlur: (event: { target: { value: string } }) =>
            form.setValue(name, showPhone(event.target.value) as V[Path<V>]), // a text, as above
        })}
      />
      {children}
      <RefusalNote refusal={refusal} leftMs={leftMs} />
      {action !== undefined && (
        <Button type="submit" className={css.submit} busy={busy} disabled={leftMs > 0}>
          {action}
        </Button>
      )}
      {below}
    </form>
  );
}

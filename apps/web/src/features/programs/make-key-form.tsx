import { useState, type FormEvent } from 'react';
import type { Payload } from '@khara/contract';
import type { Failure } from '#api/failure.ts';
import { useLater } from '#features/start/later.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { readCode } from '#ui/code-boxes.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { ListRow } from '#ui/row.tsx';
import { Segmented } from '#ui/segmented.tsx';
import css from './programs.module.css';

export type NewKey = Pick<
  Payload<'makeProgramKey'>,
  'name' | 'scope' | 'redirect' | 'postback' | 'addresses' | 'transactionPassword'
> & { readonly days: number };

/** What the reader typed, which stays while something else is asked. */
export type KeyDraft = {
  readonly name: string;
  readonly scope: 'read' | 'trade';
  readonly days: '1' | '7' | '30';
  readonly redirect: string;
  readonly postback: string;
  readonly addresses: string;
  readonly transactionPassword: string;
};
export const NO_DRAFT: KeyDraft = {
  name: '',
  scope: 'read',
  days: '7',
  redirect: '',
  postback: '',
  addresses: '',
  transactionPassword: '',
};

/** Fields of the form, as refusals name them. */
export const FIELDS: ReadonlySet<string> = new Set([
  'name',
  'redirect',
  'postback',
  'addresses',
  'transactionPassword',
  'days',
]);

const toNewKey = ({ name, scope, days, redirect, postback, addresses, transactionPassword }: KeyDraft): NewKey => {
  const listed = addresses.split(/[\s,]+/).filter((address) => address !== '');
  return {
    name: name.trim(),
    scope,
    days: Number(days),
    ...(redirect.trim() !== '' && { redirect: redirect.trim() }),
    ...(postback.trim() !== '' && { postback: postback.trim() }),
    ...(listed.length > 0 && { addresses: listed }),
    ...(scope === 'trade' && transactionPassword !== '' && { transactionPassword }),
  };
};

/** Asks what a new key is for. `failure` is why the last try was refused. */
export function MakeKeyForm({
  draft,
  failure,
  busy,
  onDraft,
  onMake,
}: {
  readonly draft: KeyDraft;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  readonly onDraft: (draft: KeyDraft) => void;
  readonly onMake: (key: NewKey) => void;
}) {
  const { t } = useTranslation('programs');
  const later = useLater();
  const [seen, setSeen] = useState<Failure>();
  const wrong = failure === seen ? undefined : failure;
  const change = (part: Partial<KeyDraft>) => {
    setSeen(failure);
    onDraft({ ...draft, ...part });
  };
  const fieldError = (field: string) => (wrong?.field === field ? wrong.message : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMake(toNewKey(draft));
  };
  return (
    <form className={css.form} noValidate onSubmit={submit}>
      <Field
        label={t('name')}
        hint={t('nameHint')}
        maxLength={40}
        autoComplete="off"
        value={draft.name}
        error={fieldError('name')}
        onChange={({ target }) => change({ name: target.value })}
      />
      {later ? (
        <div>
          <p className={css.label}>{t('scope')}</p>
          <RowGroup className={css.scope}>
            <ListRow title={t('scopeRead')} value={<Icon name="check" size={18} />} />
            <ListRow title={t('scopeTrade')} {...later} />
          </RowGroup>
        </div>
      ) : (
        <Segmented
          label={t('scope')}
          options={[
            { value: 'read', label: t('scopeRead') },
            { value: 'trade', label: t('scopeTrade') },
          ]}
          value={draft.scope}
          onChange={(scope) => change({ scope })}
        />
      )}
      <div>
        <p className={css.label}>{t('days')}</p>
        <Segmented
          label={t('days')}
          options={[
            { value: '1', label: t('day') },
            { value: '7', label: t('week') },
            { value: '30', label: t('month') },
          ]}
          value={draft.days}
          onChange={(days) => change({ days })}
        />
      </div>
      {draft.scope === 'trade' && (
        <PasswordField
          label={t('transactionPassword')}
          hint={t('transactionHint')}
          hintStays
          autoComplete="off"
          inputMode="numeric"
          value={draft.transactionPassword}
          error={fieldError('transactionPassword')}
          onChange={({ target }) => change({ transactionPassword: readCode(target.value) })}
        />
      )}
      {(['redirect', 'postback'] as const).map((field) => (
        <Field
          key={field}
          label={t(field)}
          hint={t(`${field}Hint`)}
          hintStays
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          value={draft[field]}
          error={fieldError(field)}
          onChange={({ target }) => change({ [field]: target.value })}
        />
      ))}
      <Field
        label={t('addresses')}
        hint={t('addressesHint')}
        autoComplete="off"
        spellCheck={false}
        value={draft.addresses}
        error={fieldError('addresses')}
        onChange={({ target }) => change({ addresses: target.value })}
      />
      {wrong && !FIELDS.has(wrong.field ?? '') && (
        <p className={css.wrong} role="alert">
          {wrong.message}
        </p>
      )}
      <Button type="submit" icon="key" busy={busy}>
        {t('makeDo')}
      </Button>
    </form>
  );
}

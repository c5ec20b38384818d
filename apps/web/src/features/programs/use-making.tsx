import { useState, type ReactNode } from 'react';
import { call, refresh } from '#api/client.ts';
import type { Failure, Result } from '#api/failure.ts';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { FIELDS, MakeKeyForm, NO_DRAFT, type NewKey } from './make-key-form.tsx';
import { closeNewKey, openNewKey, showSecret, type MadeKey } from './new-key.ts';

/**
 * The form of a new key, and the sheet that asks whose account it is where that is due. One sheet at a time: a form
 * that is one closes meanwhile, and opens again with what is wrong.
 */
export function useMaking(formIs: 'sheet' | 'pane'): { readonly form: ReactNode; readonly proof: ReactNode } {
  const owner = useReauthentication();
  const [draft, setDraft] = useState(NO_DRAFT);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  const make = async (key: NewKey): Promise<void> => {
    setBusy(true);
    const answer = await owner.prove(async (proof): Promise<Result<Result<MadeKey>>> => {
      if (formIs === 'sheet') closeNewKey();
      const result = await call('makeProgramKey', { ...key, ...proof });
      // What is wrong in the form is no question of whose account it is.
      const isOfForm = result.ok || FIELDS.has(result.field ?? '');
      return isOfForm ? { ok: true, data: result, message: '' } : result;
    });
    setBusy(false);
    const result = answer?.ok ? answer.data : answer;
    if (result?.ok) {
      setDraft(NO_DRAFT);
      setFailure(undefined);
      showSecret(result.data);
      refresh(['programKeys']);
      return;
    }
    setFailure(result);
    if (formIs === 'sheet') openNewKey();
  };
  return {
    form: (
      <MakeKeyForm draft={draft} failure={failure} busy={busy} onDraft={setDraft} onMake={(key) => void make(key)} />
    ),
    proof: owner.sheet,
  };
}

import { plainText } from '@khara/rules';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { createResolver } from '#features/account/resolver.ts';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { goBack } from '#shell/navigation.ts';
import { toast } from '#ui/toast.ts';
import { checkBank, looksLikeIfsc, plainIfsc, plainNumber, type BankValues } from './bank-values.ts';

const EMPTY: BankValues = {
  channelType: '',
  holderName: '',
  accountNumber: '',
  accountNumberAgain: '',
  ifsc: '',
  branchName: '',
  bankAddress: '',
  companyName: '',
};
const FIELDS = Object.keys(EMPTY) as (keyof BankValues)[]; // the keys just above
const plain = (name: string): string => plainText(name).trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The one bank account as it is typed in: branch and bank by its IFSC, and sending it. `name` is that of the
 * identity check, once there is one.
 */
export function useBankForm(name: string | undefined) {
  const { t } = useTranslation(['bank', 'refusals']);
  const [busy, setBusy] = useState(false);
  const owner = useReauthentication('payout');
  const { register, control, handleSubmit, setError, setValue, watch, formState } = useForm<BankValues>({
    defaultValues: { ...EMPTY, holderName: name ?? '' },
    resolver: createResolver(checkBank, (complaint) => t(complaint)),
  });
  const { errors, dirtyFields } = formState;
  const ifsc = plainIfsc(watch('ifsc'));
  const holder = watch('holderName');
  const whole = looksLikeIfsc(ifsc);
  const branch = useCall('ifscInfo', { ifsc }, { enabled: whole, staleMs: 600_000 });
  const found = whole && branch.data?.ifsc === ifsc ? branch.data : undefined;

  // What was found is proposed until the reader writes a branch of their own.
  const branchName = found?.branchName;
  const ownBranch = dirtyFields.branchName === true;
  useEffect(() => {
    if (!ownBranch) setValue('branchName', branchName ?? '');
  }, [branchName, ownBranch, setValue]);

  const submit = handleSubmit(async (values) => {
    if (busy) return;
    setBusy(true);
    const { bankAddress, branchName: typedBranch, companyName } = values;
    const account = {
      channelType: values.channelType,
      accountNumber: plainNumber(values.accountNumber),
      holderName: values.holderName,
      ifsc,
      ...(typedBranch.trim() !== '' && { branchName: typedBranch }),
      ...(bankAddress.trim() !== '' && { bankAddress }),
      ...(companyName.trim() !== '' && { companyName }),
    };
    const result = await owner.prove((proof) => call('saveBankAccount', { ...account, ...proof }));
    setBusy(false);
    if (!result) return undefined; // the reader closed the question who it is: nothing was done
    if (result.ok) {
      refresh(['bankAccounts', 'creditScore']);
      toast(t(result.data.payableFrom === null ? 'added' : 'waits'));
      return goBack();
    }
    const field = FIELDS.find((known) => known === result.field);
    if (field) return setError(field, { type: 'server', message: result.message }, { shouldFocus: true });
    return toast(result.message, { urgent: true });
  });

  const differs = name !== undefined && holder.trim() !== '' && plain(holder) !== plain(name);
  const ifscError = errors.ifsc?.message ?? (whole ? branch.failure?.message : undefined);
  return {
    register,
    control,
    setValue,
    errors,
    submit,
    busy,
    found,
    /** The holder that is typed is not who was checked. */
    differs,
    ifscError,
    looking: whole && branch.loading,
    reauthentication: owner.sheet,
  };
}

import { useEffect, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { resolverOf } from '#features/account/resolver.ts';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { goBack } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import { showMoney, signOf } from '#lib/number.ts';
import { toast } from '#ui/toast.ts';
import { listed } from '#i18n/joined.ts';
import css from './bank-form.module.css';
import { checkBank, looksLikeIfsc, plainNumber, type BankValues } from './bank-values.ts';

type Props = {
  readonly channels: readonly Channel[];
  /** The name of the identity check, once there is one. */
  readonly name: string | undefined;
};

const SANDBOX_IFSC = 'KHAR0000001';
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
const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Binds the one bank account: its number typed twice, bank and branch found by the IFSC. Needs the namespaces `bank`, `refusals`, `withdrawal` and `recharge`. */
export function BankForm({ channels, name }: Props) {
  const { t } = useTranslation(['bank', 'refusals', 'withdrawal', 'recharge']);
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const owner = useReauthentication('payout');
  const { register, control, handleSubmit, setError, setValue, watch, formState } = useForm<BankValues>({
    defaultValues: { ...EMPTY, holderName: name ?? '' },
    resolver: resolverOf(checkBank, (complaint) => t(complaint)),
  });
  const { errors, dirtyFields } = formState;
  const ifsc = watch('ifsc').trim().toUpperCase();
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
  return (
    <>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <Note tone="gold" className={css.note}>
          {t('practice')}
        </Note>
        <section className={css.part}>
          <h2 className={css.title}>{t('channelType')}</h2>
          <Controller
            name="channelType"
            control={control}
            render={({ field }) => (
              <ChannelList
                label={t('channelType')}
                channels={channels}
                value={field.value}
                onChange={field.onChange}
                textOf={({ fee, minWithdrawal, maxWithdrawal }) =>
                  listed(
                    signOf(fee) === 0
                      ? t('withdrawal:noFee')
                      : t('withdrawal:withFee', { amount: showMoney(fee, language) }),
                    t('recharge:limits', {
                      min: showMoney(minWithdrawal, language),
                      max: showMoney(maxWithdrawal, language),
                    }),
                  )
                }
              />
            )}
          />
          {errors.channelType && (
            <p className={css.error} role="alert">
              {errors.channelType.message}
            </p>
          )}
        </section>
        <section className={css.fields}>
          <Field
            label={t('holderName')}
            autoComplete="name"
            hint={
              differs
                ? t('holderDiffers', { name })
                : name === undefined
                  ? t('holderHintNone')
                  : t('holderHint', { name })
            }
            error={errors.holderName?.message}
            {...register('holderName')}
          />
          <Field
            label={t('accountNumber')}
            inputMode="numeric"
            autoComplete="off"
            hint={t('sealed')}
            error={errors.accountNumber?.message}
            {...register('accountNumber')}
          />
          <Field
            label={t('accountNumberAgain')}
            inputMode="numeric"
            autoComplete="off"
            hint={t('noPaste')}
            error={errors.accountNumberAgain?.message}
            onPaste={(event) => event.preventDefault()}
            {...register('accountNumberAgain')}
          />
          <Field
            label={t('ifsc')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            error={ifscError}
            hintStays
            hint={
              whole && branch.loading ? (
                t('looking')
              ) : (
                <Trans
                  text={t('ifscHint')}
                  components={{
                    1: (
                      <button
                        type="button"
                        className={css.inline}
                        onClick={() => setValue('ifsc', SANDBOX_IFSC, { shouldDirty: true, shouldValidate: true })}
                      />
                    ),
                  }}
                />
              )
            }
            {...register('ifsc')}
          />
          {found && (
            <div className={css.found} role="status">
              <Icon name="check" size={18} />
              <span>
                <KeyValue label={t('bankName')}>{found.bankName}</KeyValue>
              </span>
            </div>
          )}
          <Field label={t('branchName')} autoComplete="off" hint={t('branchHint')} {...register('branchName')} />
          <details className={css.more}>
            <summary>{t('more')}</summary>
            <Field label={t('bankAddress')} autoComplete="off" {...register('bankAddress')} />
            <Field label={t('companyName')} autoComplete="organization" {...register('companyName')} />
          </details>
          {Object.keys(errors).length > 0 && (
            <p className={css.error} role="alert">
              {t('complete')}
            </p>
          )}
          <Button type="submit" className={css.submit} busy={busy}>
            {t('add')}
          </Button>
        </section>
      </form>
      {owner.sheet}
    </>
  );
}

import { Controller } from 'react-hook-form';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { listed } from '#i18n/joined.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney, signOf } from '#lib/number.ts';
import { Button } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { Field } from '#ui/field.tsx';
import { Fold } from '#ui/fold.tsx';
import { Icon } from '#ui/icons.tsx';
import { Note } from '#ui/note.tsx';
import css from './bank-form.module.css';
import { useBankForm } from './use-bank-form.ts';

type Props = {
  readonly channels: readonly Channel[];
  /** The name of the identity check, once there is one. */
  readonly name: string | undefined;
};

type FormProps = { readonly form: ReturnType<typeof useBankForm> };

const SANDBOX_IFSC = 'KHAR0000001';

/**
 * Binds the one bank account: its number typed twice, bank and branch found by the IFSC. Needs the namespaces
 * `bank`, `refusals`, `withdrawal` and `recharge`.
 */
export function BankForm({ channels, name }: Props) {
  const { t } = useTranslation('bank');
  const form = useBankForm(name);
  const { register, errors } = form;
  return (
    <>
      <form className={css.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <Note tone="gold" className={css.note}>
          {t('practice')}
        </Note>
        <ChannelPart form={form} channels={channels} />
        <section className={css.fields}>
          <Field
            label={t('holderName')}
            autoComplete="name"
            hint={name === undefined ? t('holderHintNone') : t(form.differs ? 'holderDiffers' : 'holderHint', { name })}
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
          <IfscField form={form} />
          <Field label={t('branchName')} autoComplete="off" hint={t('branchHint')} {...register('branchName')} />
          <Fold title={t('more')}>
            <Field label={t('bankAddress')} autoComplete="off" {...register('bankAddress')} />
            <Field label={t('companyName')} autoComplete="organization" {...register('companyName')} />
          </Fold>
          {Object.keys(errors).length > 0 && (
            <p className={css.error} role="alert">
              {t('complete')}
            </p>
          )}
          <Button type="submit" className={css.submit} busy={form.busy}>
            {t('add')}
          </Button>
        </section>
      </form>
      {form.reauthentication}
    </>
  );
}

function ChannelPart({ form: { control, errors }, channels }: FormProps & Pick<Props, 'channels'>) {
  const { t } = useTranslation(['bank', 'withdrawal', 'recharge']);
  const language = useLanguage();
  return (
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
  );
}

/** The IFSC, and the bank that was found by it. */
function IfscField({ form: { register, setValue, found, ifscError, looking } }: FormProps) {
  const { t } = useTranslation('bank');
  return (
    <>
      <Field
        label={t('ifsc')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        error={ifscError}
        hintStays
        hint={
          looking ? (
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
    </>
  );
}

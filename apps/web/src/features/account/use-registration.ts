import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { readMobile } from '@khara/rules';
import { call, queryClient } from '#api/client.ts';
import { typedLimits, useConfig, useIsSchool } from '#api/config.ts';
import { signIn } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { checkRegister, type RegisterValues } from './credentials.ts';
import { useRefusal } from './refusal.ts';
import { createResolver } from './resolver.ts';

type Options = {
  readonly phone: string;
  /** From the address, where an invitation brought it. */
  readonly inviteCode: string;
  readonly onDone: (defaultTransactionPassword: string) => void;
};

/** The form that opens an account, and sending it. Needs the namespace `login`. */
export function useRegistration({ phone, inviteCode, onDone }: Options) {
  const { t } = useTranslation('login');
  const config = useConfig((state) => state.info?.register);
  const inviteRequired = config?.inviteCode !== 'optional';
  const openCode = config?.sandboxInviteCode;
  const isSchool = useIsSchool();
  const [busy, setBusy] = useState(false);
  const form = useForm<RegisterValues>({
    defaultValues: {
      phone,
      password: '',
      confirmPassword: '',
      nickname: '',
      inviteCode: inviteCode || (openCode ?? ''),
      agree: false,
    },
    resolver: createResolver(
      (values) => checkRegister(values, { inviteRequired, passwordMin: typedLimits().passwordMin }),
      (complaint) => t(complaint),
    ),
  });
  const { handleSubmit, setError, setValue, getValues } = form;
  const { refusal, tell, clear } = useRefusal<RegisterValues>(
    ['phone', 'password', 'confirmPassword', 'nickname', 'inviteCode', 'agree'],
    setError,
  );

  // The configuration may arrive after the page.
  useEffect(() => {
    if (openCode !== undefined && getValues('inviteCode') === '') setValue('inviteCode', openCode);
  }, [openCode, getValues, setValue]);

  const submit = handleSubmit(async (values) => {
    clear();
    setBusy(true);
    const code = values.inviteCode.trim();
    const result = await call('register', {
      phone: `+91${readMobile(values.phone)}`,
      password: values.password,
      confirmPassword: values.confirmPassword,
      ...(values.nickname.trim() !== '' && { nickname: values.nickname }),
      ...(code !== '' && { inviteCode: code }),
      agree: values.agree,
    });
    setBusy(false);
    if (!result.ok) return tell(result);
    const { defaultTransactionPassword, ...session } = result.data;
    signIn(session);
    void queryClient.invalidateQueries();
    onDone(defaultTransactionPassword);
  });

  return {
    form,
    submit,
    busy,
    refusal,
    /** The invitation that any guest may use, where there is one. */
    openCode,
    inviteRequired,
    /** A school's app asks for none where one is open to any guest. */
    asksForInvite: !isSchool || openCode === undefined,
  };
}

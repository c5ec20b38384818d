import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { readMobile } from '@khara/rules';
import { refresh } from '#api/client.ts';
import { typedLimits, useConfig } from '#api/config.ts';
import { keepPractice } from '#api/practice.ts';
import { useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { checkRegister, type Complaint, type RegisterValues } from '#features/account/credentials.ts';
import { NicknameField } from '#features/account/nickname-field.tsx';
import { useLeft, useRefusal } from '#features/account/refusal.ts';
import { createResolver } from '#features/account/resolver.ts';
import { Trans } from '#i18n/trans.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount } from '#lib/number.ts';
import { afterLogin } from '#shell/guard.ts';
import { at, goBack, href, redirectTo } from '#shell/navigation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Money } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { CODE_LENGTH, CodeField, readCode } from '#ui/code-boxes.tsx';
import { Field, PasswordField } from '#ui/field.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Empty } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import css from './keep.module.css';

const FORM = 'keep';
/** As many orders and trades as are counted; more are "100+". */
const MAX_COUNTED = 100;

type Values = RegisterValues & { readonly pin: string };

/** For a practice account; another one is kept already. */
export default function Keep() {
  const { t } = useTranslation('start');
  // Only at the beginning: the page that was asked for follows.
  const [isKept] = useState(() => useSession.getState().userInfo?.deviceOnly !== true);
  if (!isKept) return <KeepForm />;
  return (
    <Page>
      <Empty icon="check" title={t('kept')} />
    </Page>
  );
}

/** The form that gives a practice account a phone number and both passwords; then the page that asked for them. */
function useKeeping() {
  const { t } = useTranslation(['start', 'login']);
  const [query] = usePageQuery();
  const register = useConfig(({ info }) => info?.register);
  const openCode = register?.sandboxInviteCode;
  const inviteRequired = register?.inviteCode === 'required' && openCode === undefined;
  const [busy, setBusy] = useState(false);
  const form = useForm<Values>({
    defaultValues: {
      phone: '',
      password: '',
      confirmPassword: '',
      pin: '',
      nickname: '',
      inviteCode: '',
      agree: false,
    },
    resolver: createResolver<Values, Complaint | 'pinRequired'>(
      (values) => ({
        ...checkRegister(values, { inviteRequired, passwordMin: typedLimits().passwordMin }),
        ...(values.pin.length < CODE_LENGTH && { pin: 'pinRequired' as const }),
      }),
      (complaint) => (complaint === 'pinRequired' ? t('pinRequired') : t(`login:${complaint}`)),
    ),
  });
  const { refusal, tell, clear } = useRefusal<Values>(
    ['phone', 'password', 'confirmPassword', 'nickname', 'inviteCode', 'agree'],
    form.setError,
  );
  const submit = form.handleSubmit(async ({ phone, password, confirmPassword, pin, nickname, inviteCode, agree }) => {
    clear();
    setBusy(true);
    const code = inviteCode.trim() || openCode;
    const result = await keepPractice({
      phone: `+91${readMobile(phone)}`,
      password,
      confirmPassword,
      transactionPassword: pin,
      ...(nickname.trim() !== '' && { nickname }),
      ...(code !== undefined && { inviteCode: code }),
      agree,
    });
    setBusy(false);
    if (!result.ok) return tell(result);
    refresh(['userDetail', 'unreadNotices', 'noticeList']);
    toast(t('kept'));
    const to = query.get('redirect');
    if (to === null) goBack();
    else redirectTo(afterLogin(to, (path) => path.startsWith('/pages/')));
  });
  return { form, busy, refusal, inviteRequired, submit };
}

function KeepForm() {
  const { t } = useTranslation(['start', 'login', 'nav']);
  const { form, busy, refusal, inviteRequired, submit } = useKeeping();
  const { errors } = form.formState;
  const leftMs = useLeft(refusal?.until);
  const missing = CODE_LENGTH - form.watch('pin').length;
  return (
    <Page
      subtitle={t('everything')}
      dock={
        <Button type="submit" form={FORM} busy={busy} disabled={leftMs > 0}>
          {missing > 0 && missing < CODE_LENGTH ? t('moreDigits', { count: missing }) : t('nav:keepAccount')}
        </Button>
      }
    >
      <div className={css.form}>
        <AccountForm
          form={form}
          id={FORM}
          action={undefined}
          busy={busy}
          refusal={refusal}
          hint={t('phoneHint')}
          onSubmit={(event) => void submit(event)}
        >
          <div className={css.two}>
            <div>
              <PasswordField
                label={t('login:password')}
                autoComplete="new-password"
                error={errors.password?.message}
                {...form.register('password')}
              />
            </div>
            <div>
              <PasswordField
                label={t('login:passwordAgain')}
                autoComplete="new-password"
                error={errors.confirmPassword?.message}
                {...form.register('confirmPassword')}
              />
            </div>
          </div>
          <p className={css.hint}>{t('login:passwordHint')}</p>
          <CodeField
            label={t('pin')}
            length={CODE_LENGTH - missing}
            error={errors.pin?.message}
            {...form.register('pin', { setValueAs: readCode })}
          />
          <p className={css.hint}>{t('pinHint')}</p>
          <div className={css.name}>
            <NicknameField error={errors.nickname?.message} {...form.register('nickname')} />
          </div>
          {inviteRequired && (
            <Field
              label={t('login:inviteCode')}
              autoComplete="off"
              autoCapitalize="characters"
              error={errors.inviteCode?.message}
              {...form.register('inviteCode')}
            />
          )}
          <Controller
            name="agree"
            control={form.control}
            render={({ field }) => (
              <Checkbox checked={field.value} onChange={field.onChange} error={errors.agree?.message}>
                <Trans
                  text={t('login:agree')}
                  components={{ 1: <a href={TEXT('privacy')} />, 2: <a href={TEXT('terms')} /> }}
                />
              </Checkbox>
            )}
          />
        </AccountForm>
      </div>
      <Stays />
      <RowGroup>
        <ListRow icon="info" title={t('nav:deviceLost')} href={href('/pages/personal/lost')} />
      </RowGroup>
    </Page>
  );
}

const TEXT = (topic: 'privacy' | 'terms'): string => href(at('/pages/index/customer/index', { topic }));

/** What is in the account, and stays in it. */
function Stays() {
  const { t } = useTranslation('start');
  const capital = useCall('totalCapital', {});
  const missions = useCall('missions', {});
  const orders = useCall('orders', { size: MAX_COUNTED });
  const fills = useCall('fills', { size: MAX_COUNTED });
  const language = useLanguage();
  const count = (orders.data?.list.length ?? 0) + (fills.data?.list.length ?? 0);
  const isMore = Boolean(orders.data?.nextCursor ?? fills.data?.nextCursor);
  const seen = missions.data?.missions.filter(({ state }) => state === 'seen').length;
  return (
    <Card>
      <KeyValue label={t('moneyAndShares')}>
        <Money value={capital.data?.totalAssets} />
      </KeyValue>
      <KeyValue label={t('ordersAndTrades')}>
        {orders.data && fills.data ? `${showCount(count, language)}${isMore ? '+' : ''}` : '–'}
      </KeyValue>
      <KeyValue label={t('missionsDone')}>
        {seen === undefined ? '–' : t('missionsOf', { done: seen, all: missions.data?.missions.length ?? 0 })}
      </KeyValue>
      <p className={css.hint}>{t('sameLedger')}</p>
    </Card>
  );
}

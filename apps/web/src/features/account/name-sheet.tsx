import { useId, useState } from 'react';
import { readNickname } from '@khara/rules';
import type { Data } from '@khara/contract';
import { call, queryClient } from '#api/client.ts';
import { queryKey } from '#api/query-keys.ts';
import { keepUserInfo, type UserInfo } from '#api/session.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.ts';
import { NicknameField } from './nickname-field.tsx';

type Props = { readonly open: boolean; readonly user: UserInfo; readonly onClose: () => void };

/** Gives the account another name. */
export default function NameSheet({ open, user, onClose }: Props) {
  const { t } = useTranslation('login');
  const form = useId();
  const [name, setName] = useState(user.nickname);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function keep(): Promise<void> {
    if (readNickname(name) === undefined) return setError(t('nicknameWrong'));
    setBusy(true);
    const result = await call('setNickname', { nickname: name });
    setBusy(false);
    if (!result.ok) return setError(result.message);
    const { userInfo } = result.data;
    queryClient.setQueryData<Data<'userDetail'>>(queryKey('userDetail'), (known) => known && { ...known, userInfo });
    keepUserInfo(userInfo);
    toast(t('nicknameKept'));
    onClose();
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('nicknameTitle')}
      dock={
        <Button type="submit" form={form} busy={busy}>
          {t('nicknameSave')}
        </Button>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <NicknameField
          value={name}
          error={error}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setError(undefined);
          }}
        />
      </form>
    </Sheet>
  );
}

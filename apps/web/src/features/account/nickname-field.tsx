import { MAX_NICKNAME } from '@khara/rules';
import type { ComponentProps } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Field } from '#ui/field.tsx';

type Props = Pick<ComponentProps<typeof Field>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'error' | 'value'>;

/** What the account is called: by its member, or where nothing is typed by a name that is made. Needs `login`. */
export function NicknameField(props: Props) {
  const { t } = useTranslation('login');
  return (
    <Field
      label={t('nickname')}
      autoComplete="nickname"
      autoCapitalize="words"
      maxLength={2 * MAX_NICKNAME}
      hint={t('nicknameHint')}
      {...props}
    />
  );
}

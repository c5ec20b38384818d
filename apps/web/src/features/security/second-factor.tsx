import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { call, refresh } from '#api/client.ts';
import { keepUserInfo, useSession } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { useLater } from '#features/start/later.ts';
import { SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { toast } from '#ui/toast.ts';
import { useReauthentication } from './reauthenticate.tsx';
import css from './security.module.css';
import { SwitchOffSheet } from './switch-off-sheet.tsx';
import { TotpSheet } from './totp-sheet.tsx';

/** The second factor: whether it is on, and the way to switch it. */
export function SecondFactor() {
  const { t } = useTranslation('security');
  const kept = useSession((session) => session.userInfo);
  const user = useCall('userDetail').data?.userInfo ?? kept;
  const on = user?.totpEnabled ?? false;
  const later = useLater();
  const [open, setOpen] = useState(false);
  /** The sheet stays what it was opened as: its last page comes after the switch. */
  const [asked, setAsked] = useState<'on' | 'off'>('on');

  const [setup, setSetup] = useState<Data<'totpSetup'>>();
  const owner = useReauthentication();

  const begin = async () => {
    if (!on) {
      const answer = await owner.prove((proof) => call('totpSetup', proof));
      if (!answer) return;
      if (!answer.ok) return toast(answer.message, { urgent: true });
      setSetup(answer.data);
    }
    setAsked(on ? 'off' : 'on');
    setOpen(true);
  };
  const switched = (totpEnabled: boolean) => {
    if (user) keepUserInfo({ ...user, totpEnabled });
    refresh(['userDetail', 'sessions']);
  };
  return (
    <section>
      <SectionHead title={t('second')} />
      <RowGroup>
        <ListRow
          icon="shield"
          title={t(on ? 'switchOff' : 'setUp')}
          value={<Tag tone={on ? 'up' : 'neutral'}>{t(on ? 'on' : 'off')}</Tag>}
          onPress={() => void begin()}
          {...later}
        />
      </RowGroup>
      <p className={css.small}>{t('secondText')}</p>
      {asked === 'on' ? (
        <TotpSheet open={open} setup={setup} onClose={() => setOpen(false)} onSwitched={() => switched(true)} />
      ) : (
        <SwitchOffSheet open={open} onClose={() => setOpen(false)} onSwitched={() => switched(false)} />
      )}
      {owner.sheet}
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import type { Data } from '@khara/contract';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { makePasskey, passkeysHere } from '#features/account/passkey.ts';
import { useLater } from '#features/start/later.ts';
import { useLanguage } from '#lib/language.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { browserName } from './browser-name.ts';
import { useReauthentication } from './reauthenticate.tsx';
import css from './security.module.css';

type Passkey = Data<'passkeys'>['list'][number];

const WORDS = { givenUp: 'passkeyGivenUp', known: 'passkeyKnown', address: 'passkeysAddress' } as const;

/** Passkeys of the account: made, named and removed. */
export function Passkeys() {
  const { t } = useTranslation(['security', 'common']);
  const language = useLanguage();
  const passkeys = useCall('passkeys');
  const [naming, setNaming] = useState<string>();
  const [removing, setRemoving] = useState<Passkey>();
  const [busy, setBusy] = useState(false);
  const here = passkeysHere();
  const later = useLater();

  const owner = useReauthentication();

  const add = async (name: string) => {
    setBusy(true);
    const setup = await owner.prove((proof) => call('passkeySetup', proof));
    setBusy(false);
    if (!setup) return;
    if (!setup.ok) return toast(setup.message, { urgent: true });
    const outcome = await makePasskey(name.trim(), setup);
    refresh(['passkeys']);
    if (outcome.ok) toast(t('passkeyAdded'));
    else toast('failure' in outcome ? outcome.failure.message : t(WORDS[outcome.why]), { urgent: true });
  };
  const remove = async ({ id }: Passkey) => {
    setBusy(true);
    const result = await owner.prove((proof) => call('removePasskey', { id, ...proof }));
    setBusy(false);
    if (!result) return;
    refresh(['passkeys']);
    toast(result.ok ? t('removed') : result.message, { urgent: !result.ok });
  };
  return (
    <section>
      <SectionHead title={t('passkeys')} />
      <Answer of={passkeys} isPart wait={<SkeletonRows rows={1} />}>
        {({ list }) => (
          <RowGroup>
            {list.map((passkey) => (
              <ListRow
                key={passkey.id}
                icon="key"
                title={passkey.name}
                text={
                  passkey.lastUsedAt === null
                    ? t('passkeyMade', { at: showMoment(passkey.createdAt, language) })
                    : t('passkeyUsed', { at: showMoment(passkey.lastUsedAt, language) })
                }
                value={
                  <IconButton
                    icon="delete"
                    size={20}
                    label={t('removeTitle', { name: passkey.name })}
                    onClick={() => setRemoving(passkey)}
                  />
                }
              />
            ))}
            {here === 'able' ? (
              <ListRow
                icon="plus"
                title={t('addPasskey')}
                onPress={() => setNaming(browserName(navigator.userAgent) ?? '')}
                {...later}
              />
            ) : (
              <ListRow icon="info" title={t(here === 'address' ? 'passkeysAddress' : 'passkeysCannot')} />
            )}
          </RowGroup>
        )}
      </Answer>
      <p className={css.small}>{t('passkeysText')}</p>
      <Sheet open={naming !== undefined} onClose={() => setNaming(undefined)} title={t('addPasskey')}>
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            setNaming(undefined); // one sheet at a time: the next may ask for the password
            void add(naming ?? '');
          }}
        >
          <Field
            label={t('passkeyName')}
            hint={t('passkeyNameHint')}
            maxLength={60}
            value={naming ?? ''}
            onChange={({ target }) => setNaming(target.value)}
          />
          <Button type="submit" icon="key" busy={busy}>
            {t('addPasskey')}
          </Button>
        </form>
      </Sheet>
      <Sheet
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('removeTitle', { name: removing?.name ?? '' })}
        dock={
          <>
            <Button look="secondary" onClick={() => setRemoving(undefined)}>
              {t('common:cancel')}
            </Button>
            <Button
              busy={busy}
              onClick={() => {
                setRemoving(undefined);
                if (removing) void remove(removing);
              }}
            >
              {t('remove')}
            </Button>
          </>
        }
      >
        <p className={css.text}>{t('removeText')}</p>
      </Sheet>
      {owner.sheet}
    </section>
  );
}

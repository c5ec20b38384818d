import { useState } from 'react';
import '#api/late-calls.ts';
import type { Data } from '@khara/contract';
import { call, refresh } from '#api/client.ts';
import type { Failure, Result } from '#api/failure.ts';
import { useCall } from '#api/use-call.ts';
import { Allow } from '#features/programs/allow.tsx';
import { isGood, KeyList, type ProgramKey } from '#features/programs/key-list.tsx';
import { FIELDS, MakeKeyForm, NO_DRAFT, type NewKey } from '#features/programs/make-key-form.tsx';
import css from '#features/programs/programs.module.css';
import { RevokeSheet } from '#features/programs/revoke-sheet.tsx';
import { Sample } from '#features/programs/sample.tsx';
import { SecretSheet } from '#features/programs/secret-sheet.tsx';
import { WhatAKeyMayDo } from '#features/programs/what-a-key-may-do.tsx';
import { useReauthentication } from '#features/security/reauthenticate.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Empty, ErrorBlock, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';

const MOST_KEYS = 5;

/** Keys for programs of one's own; with `api_key` in the address, whether that program may log in. */
export default function Keys() {
  const { t } = useTranslation('programs');
  const { data, failure, again } = useCall('programKeys', undefined, { staleMs: 0 });
  const [query] = usePageQuery();
  const asking = query.get('api_key') ?? undefined;
  const [making, setMaking] = useState(false);
  const isFull = (data?.list.filter((key) => isGood(key, Date.now())).length ?? 0) >= MOST_KEYS;
  const isList = data !== undefined && asking === undefined;
  return (
    <Page
      subtitle={t('place')}
      onRefresh={again}
      dock={
        isList ? (
          <Button disabled={isFull} onClick={() => setMaking(true)}>
            {t(isFull ? 'full' : 'make')}
          </Button>
        ) : undefined
      }
    >
      {!data ? (
        failure ? (
          <ErrorBlock cause={failure.message} onRetry={() => void again()} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : asking !== undefined ? (
        <Allow id={asking} keys={data.list} />
      ) : (
        <Listed keys={data.list} making={making} onMaking={setMaking} />
      )}
    </Page>
  );
}

function Listed({
  keys,
  making,
  onMaking,
}: {
  readonly keys: readonly ProgramKey[];
  readonly making: boolean;
  readonly onMaking: (making: boolean) => void;
}) {
  const { t } = useTranslation('programs');
  const [revoking, setRevoking] = useState<ProgramKey>();
  const [busy, setBusy] = useState(false);
  const revoke = async ({ id }: ProgramKey) => {
    setBusy(true);
    const result = await call('endProgramKey', { id });
    setBusy(false);
    setRevoking(undefined);
    toast(result.ok ? t('revoked') : result.message, { urgent: !result.ok });
    refresh(['programKeys']);
  };
  return (
    <div className={css.page}>
      {keys.length === 0 ? (
        <Empty inline icon="key" title={t('none')} text={t('noneText')} />
      ) : (
        <KeyList keys={keys} onRevoke={setRevoking} />
      )}
      <Sample />
      <Note icon="shield" className={css.note}>
        {t('never')}
      </Note>
      <WhatAKeyMayDo />
      <RevokeSheet
        of={revoking}
        busy={busy}
        onClose={() => setRevoking(undefined)}
        onRevoke={(key) => void revoke(key)}
      />
      <Making open={making} onClose={() => onMaking(false)} onOpen={() => onMaking(true)} />
    </div>
  );
}

type Made = Data<'makeProgramKey'>;

/** Makes a key: what it is for, whose account it is where that is asked, then its secret. One sheet at a time. */
function Making({
  open,
  onClose,
  onOpen,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('programs');
  const owner = useReauthentication();
  const [draft, setDraft] = useState(NO_DRAFT);
  const [failure, setFailure] = useState<Failure>();
  const [made, setMade] = useState<Made>();
  const [busy, setBusy] = useState(false);

  const make = async (key: NewKey) => {
    setBusy(true);
    const answer = await owner.prove(async (proof): Promise<Result<Result<Made>>> => {
      onClose();
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
      setMade(result.data);
      refresh(['programKeys']);
      return;
    }
    setFailure(result);
    onOpen();
  };
  return (
    <>
      <Sheet open={open} onClose={onClose} title={t('make')}>
        <MakeKeyForm draft={draft} failure={failure} busy={busy} onDraft={setDraft} onMake={(key) => void make(key)} />
      </Sheet>
      <SecretSheet made={made} onDone={() => setMade(undefined)} />
      {owner.sheet}
    </>
  );
}

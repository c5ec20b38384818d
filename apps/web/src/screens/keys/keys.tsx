import { useEffect, useState } from 'react';
import { serverNow } from '#api/market-clock.ts';
import { call, refresh } from '#api/client.ts';
import { useCall } from '#api/use-call.ts';
import { Allow } from '#features/programs/allow.tsx';
import { isGood, KeyList, type ProgramKey } from '#features/programs/key-list.tsx';
import { MakingSheets } from '#features/programs/making-sheets.tsx';
import { closeNewKey, openNewKey } from '#features/programs/new-key.ts';
import css from '#features/programs/programs.module.css';
import { RevokeSheet } from '#features/programs/revoke-sheet.tsx';
import { Sample } from '#features/programs/sample.tsx';
import { WhatAKeyMayDo } from '#features/programs/what-a-key-may-do.tsx';
import { useTranslation } from '#i18n/use-translation.ts';
import { Page } from '#shell/page.tsx';
import { usePlace } from '#shell/route-context.ts';
import { usePageQuery } from '#shell/use-page-query.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Answer } from '#ui/answer.tsx';
import { Empty, SkeletonRows } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';

const MAX_KEYS = 5;

/**
 * Keys for programs of one's own; with `api_key` in the address, whether that program may log in. On the desk a new key
 * and the sample stand beside it, in panes of their own.
 */
export default function Keys() {
  const { t } = useTranslation('programs');
  const asked = useCall('programKeys', undefined, { staleMs: 0 });
  const { data, again } = asked;
  const [query] = usePageQuery();
  const hasSide = usePlace().pane?.hasSide === true;
  const asking = query.get('api_key') ?? undefined;
  const isFull = (data?.list.filter((key) => isGood(key, serverNow())).length ?? 0) >= MAX_KEYS;
  const isList = data !== undefined && asking === undefined;
  useEffect(() => closeNewKey, []);
  return (
    <Page
      subtitle={t('place')}
      onRefresh={again}
      tools={
        isList &&
        hasSide && (
          <Button size="md" disabled={isFull} onClick={openNewKey}>
            {t('make')}
          </Button>
        )
      }
      dock={
        isList && !hasSide ? (
          <Button disabled={isFull} onClick={openNewKey}>
            {t(isFull ? 'full' : 'make')}
          </Button>
        ) : undefined
      }
    >
      <Answer of={asked} wait={<SkeletonRows rows={3} />}>
        {({ list }) =>
          asking !== undefined ? (
            <Allow id={asking} keys={list} />
          ) : (
            <div className={css.page}>
              {hasSide && isFull && <Note className={css.note}>{t('full')}</Note>}
              <Listed keys={list} />
              {!hasSide && <Sample />}
              <Note icon="shield" className={css.note}>
                {t('never')}
              </Note>
              <WhatAKeyMayDo />
              {!hasSide && <MakingSheets />}
            </div>
          )
        }
      </Answer>
    </Page>
  );
}

function Listed({ keys }: { readonly keys: readonly ProgramKey[] }) {
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
    <>
      {keys.length === 0 ? (
        <Empty inline icon="key" title={t('none')} text={t('noneText')} />
      ) : (
        <KeyList keys={keys} onRevoke={setRevoking} />
      )}
      <RevokeSheet
        of={revoking}
        busy={busy}
        onClose={() => setRevoking(undefined)}
        onRevoke={(key) => void revoke(key)}
      />
    </>
  );
}

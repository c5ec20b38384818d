import { useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { call, refresh } from '#api/client.ts';
import type { Result } from '#api/failure.ts';
import { useCall } from '#api/use-call.ts';
import { useLanguage } from '#lib/language.ts';
import { Button } from '#ui/button.tsx';
import { SectionHead } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { ListRow } from '#ui/row.tsx';
import { RowGroup } from '#ui/row-group.tsx';
import { Answer } from '#ui/answer.tsx';
import { SkeletonRows } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import { toast } from '#ui/toast.ts';
import { browserName } from './browser-name.ts';
import { useReauthentication, type Proof } from './reauthenticate.tsx';
import css from './security.module.css';

/** Where the account is signed in; any other session can be ended here, all of them at once too. */
export function Sessions() {
  const { t } = useTranslation('security');
  const language = useLanguage();
  const sessions = useCall('sessions', undefined, { staleMs: 0 });
  const [busy, setBusy] = useState<string>();

  const owner = useReauthentication();
  const end = async (what: string, doing: (proof: Proof) => Promise<Result<unknown>>, said: string) => {
    setBusy(what);
    const result = await owner.prove(doing);
    setBusy(undefined);
    if (!result) return;
    toast(result.ok ? said : result.message, { urgent: !result.ok });
    refresh(['sessions']);
  };
  const others = sessions.data?.list.filter(({ current }) => !current) ?? [];
  return (
    <section>
      <SectionHead title={t('sessions')} />
      <Answer of={sessions} isPart wait={<SkeletonRows rows={2} />}>
        {({ list }) => (
          <RowGroup>
            {list.map(({ id, device, ip, lastSeenAt, current }) => (
              <ListRow
                key={id}
                icon="phone"
                title={browserName(device) ?? t('unknownDevice')}
                text={`${ip} · ${t('lastSeen', { at: showMoment(lastSeenAt, language) })}`}
                value={
                  current ? (
                    <Tag tone="up" icon="check">
                      {t('thisOne')}
                    </Tag>
                  ) : (
                    <button
                      type="button"
                      className={css.link}
                      disabled={busy !== undefined}
                      onClick={() => void end(id, (proof) => call('revokeSession', { id, ...proof }), t('ended'))}
                    >
                      {t('end')}
                    </button>
                  )
                }
              />
            ))}
          </RowGroup>
        )}
      </Answer>
      {others.length > 0 && (
        <div className={css.action}>
          <Button
            look="line"
            size="md"
            busy={busy === 'others'}
            onClick={() => void end('others', (proof) => call('revokeOtherSessions', proof), t('endedOthers'))}
          >
            {t('endOthers')}
          </Button>
        </div>
      )}
      <p className={css.small}>{t('sessionsText')}</p>
      {owner.sheet}
    </section>
  );
}

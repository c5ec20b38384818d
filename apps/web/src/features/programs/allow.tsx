import { useState } from 'react';
import { serverNow } from '#api/market-clock.ts';
import { call } from '#api/client.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoment } from '#lib/time.ts';
import { redirectTo } from '#shell/navigation.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Note } from '#ui/note.tsx';
import { Empty } from '#ui/states.tsx';
import { toast } from '#ui/toast.ts';
import { isGood, KeyTags, type ProgramKey } from './key-list.tsx';
import css from './programs.module.css';

const KEYS = '/pages/personal/keys/index';

/** Asks whether a program may log in, and brings the browser back to it with a token. */
export function Allow({ id, keys }: { readonly id: string; readonly keys: readonly ProgramKey[] }) {
  const { t } = useTranslation('programs');
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const key = keys.find((each) => each.id === id && isGood(each, serverNow()));
  const toKeys = { label: t('toKeys'), onPress: () => redirectTo(KEYS) };
  if (!key) return <Empty icon="key" title={t('unknown')} text={t('unknownText')} action={toKeys} />;
  if (key.redirect === null)
    return <Empty icon="key" title={t('noRedirect')} text={t('noRedirectText')} action={toKeys} />;

  const allow = async () => {
    setBusy(true);
    const result = await call('allowProgram', { id });
    if (result.ok) return location.assign(result.data.redirect);
    setBusy(false);
    return toast(result.message, { urgent: true });
  };
  return (
    <div className={css.page}>
      <Card>
        <h2 className={css.title}>{t('allowTitle', { name: key.name })}</h2>
        <KeyTags scope={key.scope} />
        <p className={css.text}>{t(key.scope === 'trade' ? 'allowTrade' : 'allowRead')}</p>
        <p className={css.text}>{t('allowTo', { host: new URL(key.redirect).host })}</p>
        <div className={css.choices}>
          <Button look="secondary" onClick={() => redirectTo(KEYS)}>
            {t('refuse')}
          </Button>
          <Button busy={busy} onClick={() => void allow()}>
            {t('allow')}
          </Button>
        </div>
      </Card>
      <Note tone="warn" className={css.note}>
        {t('allowMade', { at: showMoment(key.createdAt, language) })}
      </Note>
    </div>
  );
}

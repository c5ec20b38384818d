import { useState } from 'react';
import { call, refresh } from '#api/client.ts';
import { AFTER_ORDER } from '#api/query-keys.ts';
import { useCall } from '#api/use-call.ts';
import { labelled, listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { Note } from '#ui/note.tsx';
import { TextButton } from '#ui/text-button.tsx';
import { toast } from '#ui/toast.ts';
import type { Assistant } from './assistant-list.tsx';
import css from './assistants.module.css';

/** Orders of paused assistants that still stand, with a way to cancel each. Needs the namespace `orders`. */
export function StillStand({ of: assistants }: { readonly of: readonly Assistant[] }) {
  const { t } = useTranslation(['assistants', 'orders']);
  const language = useLanguage();
  const [busy, setBusy] = useState<string>();
  const open = useCall('orders', { state: 'open', size: 100 }, { staleMs: 0 });
  const keys = new Set(assistants.map(({ id }) => id));
  const theirs = open.data?.list.filter(({ program }) => program && keys.has(program.key)) ?? [];
  if (theirs.length === 0) return null;
  const cancel = async (id: string) => {
    setBusy(id);
    const result = await call('cancelOrder', { id });
    setBusy(undefined);
    toast(result.ok ? t('orders:cancelled') : result.message, { urgent: !result.ok });
    refresh([...AFTER_ORDER, 'assistants']);
  };
  return (
    <Note>
      <p>{t('stand', { count: theirs.length })}</p>
      <ul className={css.stand}>
        {theirs.map(({ id, side, quantity, filledQuantity, code, price }) => {
          const order = `${t(`orders:side.${side}`)} ${showCount(quantity - filledQuantity, language)} ${code}`;
          return (
            <li key={id}>
              <span>{price === null ? order : listed(order, showPrice(price, language))}</span>
              <TextButton
                disabled={busy === id}
                aria-label={labelled(t('cancelToo'), order)}
                onClick={() => void cancel(id)}
              >
                {t('cancelToo')}
              </TextButton>
            </li>
          );
        })}
      </ul>
    </Note>
  );
}

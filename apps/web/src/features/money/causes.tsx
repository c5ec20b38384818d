import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { Money } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { signOf } from '#lib/number.ts';
import css from './causes.module.css';

type RupeeWallet = Data<'rupeeWallet'>;

const FROZEN = ['orders', 'subscriptions', 'withdrawals', 'margin'] as const;
const HELD = ['unsettled_sale', 'unsettled_sales', 'recent_recharge'] as const;
const heldKey = (reason: string) => HELD.find((known) => known === reason) ?? 'other';

/** What is frozen and for what: only causes that hold something, then their sum. Needs the namespace `assets`. */
export function FrozenCauses({ frozen }: { readonly frozen: RupeeWallet['frozen'] }) {
  const { t } = useTranslation('assets');
  const causes = FROZEN.filter((cause) => signOf(frozen[cause]) !== 0);
  if (causes.length === 0) return <p className={css.none}>{t('frozenNone')}</p>;
  return (
    <>
      {causes.map((cause) => (
        <KeyValue key={cause} label={t(cause)}>
          <Money value={frozen[cause]} />
        </KeyValue>
      ))}
      <KeyValue total label={t('frozen')}>
        <Money value={frozen.total} />
      </KeyValue>
    </>
  );
}

/** What can be withdrawn, and why it is less than what is available. */
export function Withdrawable({ wallet }: { readonly wallet: RupeeWallet }) {
  const { t } = useTranslation('assets');
  return (
    <>
      {wallet.heldBack.length > 0 && (
        <>
          <KeyValue label={t('available')}>
            <Money value={wallet.available} />
          </KeyValue>
          <p className={css.why}>{t('whyLess')}</p>
        </>
      )}
      {wallet.heldBack.map(({ reason, amount }) => (
        <KeyValue key={reason} label={t(`held.${heldKey(reason)}`)}>
          <Money value={signOf(amount) > 0 ? `-${amount}` : amount} />
        </KeyValue>
      ))}
      <KeyValue total={wallet.heldBack.length > 0} label={t('withdrawable')}>
        <Money value={wallet.withdrawable} />
      </KeyValue>
    </>
  );
}

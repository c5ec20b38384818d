import type { Data } from '@khara/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { signOf, showNumber } from '#ui/number.ts';
import { useLanguage } from '#ui/amount.tsx';
import { Icon } from '#ui/icons.tsx';
import css from './channel-list.module.css';

export type Channel = Data<'channels'>[number]['channels'][number];

const ETAS = ['UPI', 'IMPS', 'NEFT', 'RTGS', 'TRC', 'ERC'] as const;
const etaOf = (type: string) => ETAS.find((known) => known === type) ?? 'other';

type Props = {
  readonly label: string;
  readonly channels: readonly Channel[];
  readonly value: string;
  readonly onChange: (type: string) => void;
};

/** How the money comes in: one of the channels, by the platform's own radios. */
export function ChannelList({ label, channels, value, onChange }: Props) {
  const { t } = useTranslation('recharge');
  const language = useLanguage();
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.list}>
      {channels.map(({ type, name, fee }) => (
        <label key={type} className={css.channel}>
          <Icon name={type === 'UPI' ? 'phone' : 'bank'} size={22} className={css.icon} />
          <span className={css.words}>
            <span className={css.name}>{name}</span>
            <span className={css.text}>
              {t(`eta.${etaOf(type)}`)},{' '}
              {signOf(fee) === 0 ? t('noFee') : t('fee', { amount: showNumber(fee, language, { decimals: 2 }) })}
            </span>
          </span>
          <input type="radio" name={group} value={type} checked={type === value} onChange={() => onChange(type)} />
          <span className={css.dot} />
        </label>
      ))}
    </div>
  );
}

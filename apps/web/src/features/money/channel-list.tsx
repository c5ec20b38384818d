import type { Data } from '@khara/contract';
import { useId } from 'react';
import { Icon, type IconName } from '#ui/icons.tsx';
import css from './channel-list.module.css';

export type Channel = Data<'channels'>[number]['channels'][number];

const NETWORKS: ReadonlySet<string> = new Set(['TRC', 'ERC']);

export const channelIcon = ({ type }: Channel): IconName =>
  type === 'UPI' ? 'phone' : NETWORKS.has(type) ? 'globe' : 'bank';

type Props = {
  readonly label: string;
  readonly channels: readonly Channel[];
  readonly value: string;
  readonly onChange: (type: string) => void;
  /** Below its name: how fast it is, what it costs. */
  readonly textOf: (channel: Channel) => string;
};

/** How the money travels: one of the channels, by the platform's own radios. */
export function ChannelList({ label, channels, value, onChange, textOf }: Props) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={css.list}>
      {channels.map((channel) => {
        const { type, name } = channel;
        return (
          <label key={type} className={css.channel}>
            <Icon name={channelIcon(channel)} size={22} className={css.icon} />
            <span className={css.words}>
              <span className={css.name}>{name}</span>
              <span className={css.text}>{textOf(channel)}</span>
            </span>
            <input type="radio" name={group} value={type} checked={type === value} onChange={() => onChange(type)} />
            <span className={css.dot} />
          </label>
        );
      })}
    </div>
  );
}

import type { Data } from '@khara/contract';
import type { IconName } from '#ui/icons.tsx';

type Notice = Data<'noticeList'>['list'][number];
type Look = { readonly icon: IconName; readonly tone: 'accent' | 'gold' | 'neutral' | 'up' };

/** What a notice is about shows in where it leads; the longest address that fits comes first. */
const BY_LINK: readonly (readonly [start: string, icon: IconName])[] = [
  ['/pages/wallet/recharge', 'recharge'],
  ['/pages/wallet/withdrawal', 'withdraw'],
  ['/pages/wallet/bindcard', 'bank'],
  ['/pages/personal/kyc', 'shield'],
  ['/pages/personal/bill', 'statement'],
  ['/pages/personal/transaction', 'trend'],
  ['/pages/personal/tranPassword', 'key'],
  ['/pages/market/newStock', 'ticket'],
  ['/pages/market/passwordStock', 'blocks'],
  ['/pages/market', 'candles'],
  ['/pages/index/messages', 'headset'],
];
const BY_CATEGORY: Readonly<Record<Notice['category'], Look>> = {
  task: { icon: 'key', tone: 'gold' },
  system: { icon: 'shield', tone: 'neutral' },
  transaction: { icon: 'trend', tone: 'accent' },
};

/** The tile of a notice: its colour says the category, its sign what it is about. */
export function noticeLook({ category, link }: Pick<Notice, 'category' | 'link'>): Look {
  const look = BY_CATEGORY[category];
  const icon = BY_LINK.find(([start]) => link?.startsWith(start))?.[1];
  return icon === undefined ? look : { ...look, icon };
}

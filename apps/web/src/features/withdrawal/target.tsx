import type { Data } from '@khara/contract';
import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { ChannelList, type Channel } from '#features/money/channel-list.tsx';
import { href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Card } from '#ui/card.tsx';
import { showMoney, signOf } from '#lib/number.ts';
import { ListRow } from '#ui/row.tsx';
import { IconTile, RowGroup } from '#ui/row-group.tsx';
import { AddressField, type AddressVerdict, type Network } from './address-field.tsx';
import css from './target.module.css';

/** The bound account that rupees are paid to. Needs the namespace `withdrawal`. */
export function BankTarget({ account }: { readonly account: Data<'bankAccounts'>[number] }) {
  const { t } = useTranslation('withdrawal');
  return (
    <RowGroup className={css.first}>
      <ListRow
        lead={<IconTile icon="bank" />}
        title={account.bankName}
        text={
          <>
            {listed(account.accountNumber, account.channelType)}
            <br />
            {account.holderName}
          </>
        }
        value={<span className={css.replace}>{t('replace')}</span>}
        href={href('/pages/wallet/bindcard/mycard')}
      />
    </RowGroup>
  );
}

type NetworkProps = {
  readonly channels: readonly Channel[];
  readonly network: Network;
  readonly onNetwork: (network: Network) => void;
  readonly address: string;
  readonly verdict: AddressVerdict;
  readonly refused: string | undefined;
  readonly onAddress: (address: string) => void;
};

/** The network and the address that USDT are paid to. */
export function NetworkTarget({ channels, network, onNetwork, address, verdict, refused, onAddress }: NetworkProps) {
  const { t } = useTranslation('withdrawal');
  const language = useLanguage();
  return (
    <>
      <ChannelList
        label={t('network')}
        channels={channels}
        value={network}
        onChange={(type) => onNetwork(type === 'ERC' ? 'ERC' : 'TRC')}
        textOf={({ fee }) =>
          signOf(fee) === 0 ? t('noFee') : t('withFee', { amount: showMoney(fee, language, { currency: 'USDT' }) })
        }
      />
      <Card>
        <AddressField network={network} value={address} verdict={verdict} refused={refused} onChange={onAddress} />
      </Card>
    </>
  );
}

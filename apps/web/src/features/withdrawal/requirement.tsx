import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { Card } from '#ui/card.tsx';
import { Empty } from '#ui/states.tsx';
import type { Unmet } from './unmet.ts';

const MY_CARD = '/pages/wallet/bindcard/mycard';
const ROUTES = {
  kyc: '/pages/personal/kyc/index',
  kycReview: '/pages/personal/kyc/index',
  bank: '/pages/wallet/bindcard/index',
  holder: MY_CARD,
  password: '/pages/personal/tranPassword/index',
} as const satisfies Record<Unmet, string>;

/** Says what is missing and leads there. Needs the namespace `withdrawal`. */
export function Requirement({ unmet, holder }: { readonly unmet: Unmet; readonly holder: string }) {
  const { t } = useTranslation('withdrawal');
  const words = {
    kyc: { icon: 'shield', title: t('kycTitle'), text: t('kycText'), label: t('kycAction') },
    kycReview: { icon: 'clock', title: t('kycTitle'), text: t('kycReviewText'), label: t('kycAction') },
    bank: { icon: 'bank', title: t('bankTitle'), text: t('bankText'), label: t('bankAction') },
    holder: { icon: 'bank', title: t('holderTitle'), text: t('holderText', { holder }), label: t('holderAction') },
    password: { icon: 'key', title: t('passwordTitle'), text: t('passwordText'), label: t('passwordAction') },
  } as const;
  const { icon, title, text, label } = words[unmet];
  return (
    <Card>
      <Empty
        inline
        icon={icon}
        title={title}
        text={text}
        action={{ label, onPress: () => navigateTo(ROUTES[unmet]) }}
      />
    </Card>
  );
}

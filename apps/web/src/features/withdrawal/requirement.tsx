import { useTranslation } from '#i18n/use-translation.ts';
import { navigateTo } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Card } from '#ui/card.tsx';
import { Empty } from '#ui/states.tsx';
import { showMoment } from '#lib/time.ts';
import type { Account, MissingRequirement } from './missing-requirements.ts';

const MY_CARD = '/pages/wallet/bindcard/mycard';
const ROUTES = {
  kyc: '/pages/personal/kyc/index',
  kycReview: '/pages/personal/kyc/index',
  bank: '/pages/wallet/bindcard/index',
  holder: MY_CARD,
  stopped: MY_CARD,
  waits: MY_CARD,
  password: '/pages/personal/tranPassword/index',
} as const satisfies Record<MissingRequirement, string>;

/** Says what is missing and leads there. Needs the namespace `withdrawal`. */
export function Requirement({
  unmet,
  account,
}: {
  readonly unmet: MissingRequirement;
  readonly account: Account | undefined;
}) {
  const language = useLanguage();
  const { t } = useTranslation('withdrawal');
  const words = {
    kyc: { icon: 'shield', title: t('kycTitle'), text: t('kycText'), label: t('kycAction') },
    kycReview: { icon: 'clock', title: t('kycTitle'), text: t('kycReviewText'), label: t('kycAction') },
    bank: { icon: 'bank', title: t('bankTitle'), text: t('bankText'), label: t('bankAction') },
    holder: {
      icon: 'bank',
      title: t('holderTitle'),
      text: t('holderText', { holder: account?.holderName ?? '' }),
      label: t('holderAction'),
    },
    stopped: { icon: 'lock', title: t('stoppedTitle'), text: t('stoppedText'), label: t('accountAction') },
    waits: {
      icon: 'clock',
      title: t('waitsTitle'),
      text: t('waitsText', { at: showMoment(account?.payableFrom ?? 0, language) }),
      label: t('accountAction'),
    },
    password: { icon: 'lock', title: t('passwordTitle'), text: t('passwordText'), label: t('passwordAction') },
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

import { memo } from 'react';
import { useIsSchool } from '#api/config.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useService } from '#features/service/use-service.ts';
import { href } from '#shell/navigation.ts';
import { Icon } from '#ui/icons.tsx';
import css from './shortcuts.module.css';

const SHORTCUTS = [
  { key: 'newStocks', icon: 'ticket', to: '/pages/market/newStock/index' },
  { key: 'blockTrades', icon: 'blocks', to: '/pages/market/passwordStock/index' },
  { key: 'rules', icon: 'scales', to: '/pages/index/rules/index' },
  { key: 'vote', icon: 'vote', to: '/pages/index/vote/index' },
] as const;

/** Five ways on; in a school without the one that needs an access key. Needs the namespace `home`. */
export const Shortcuts = memo(function Shortcuts() {
  const { t } = useTranslation('home');
  const service = useService();
  const isSchool = useIsSchool();
  return (
    <nav className={css.shortcuts} aria-label={t('shortcuts')}>
      {SHORTCUTS.filter(({ key }) => !isSchool || key !== 'blockTrades').map(({ key, icon, to }) => (
        <a key={key} href={href(to)}>
          <span>
            <Icon name={icon} size={26} />
          </span>
          {t(key)}
        </a>
      ))}
      <a {...service.link}>
        <span>
          <Icon name="headset" size={26} />
        </span>
        {t('support')}
      </a>
    </nav>
  );
});

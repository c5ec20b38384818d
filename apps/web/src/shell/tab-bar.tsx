import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import { href, switchTab } from './navigation.ts';
import { routeOf, routeTable, type TabName } from './route-table.ts';
import { preload } from './screen-loader.ts';
import css from './tab-bar.module.css';

/** 60 px, five tabs; the selected one sits on an ink seal, where its colour is readable. */
export function TabBar({ current }: { readonly current: TabName }) {
  const { t } = useTranslation('nav');
  return (
    <nav className={css.bar} aria-label={t('main')}>
      {routeTable().tabs.map(({ name, path, icon }) => (
        <a
          key={name}
          href={href(path)}
          className={css.tab}
          aria-current={name === current ? 'page' : undefined}
          onPointerDown={() => {
            const route = routeOf(path);
            if (route) void preload(route);
          }}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return; // a new browser tab
            event.preventDefault();
            if (name !== current) switchTab(path);
          }}
        >
          <Icon name={name === current ? `${icon}On` : icon} />
          <span>{t(name)}</span>
        </a>
      ))}
    </nav>
  );
}

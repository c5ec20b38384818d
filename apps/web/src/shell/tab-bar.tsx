import { useTranslation } from '#i18n/use-translation.ts';
import { Icon } from '#ui/icons.tsx';
import { href, switchTab } from './navigation.ts';
import { routeTable, type Route } from './route-table.ts';
import { preload } from './screen-loader.ts';
import css from './tab-bar.module.css';

/** 60 px, five tabs; the selected one sits on an ink seal, where its colour is readable. */
export function TabBar({ current }: { readonly current: Route }) {
  const { t } = useTranslation('nav');
  return (
    <nav className={css.bar} aria-label={t('main')}>
      {routeTable().routes.map(
        (route) =>
          route.tab && (
            <a
              key={route.path}
              href={href(route.path)}
              className={css.tab}
              aria-current={route === current ? 'page' : undefined}
              onPointerDown={() => void preload(route)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return; // a new browser tab
                event.preventDefault();
                if (route !== current) switchTab(route.path);
              }}
            >
              <Icon name={route === current ? `${route.tab}On` : route.tab} />
              <span>{t(route.title)}</span>
            </a>
          ),
      )}
    </nav>
  );
}

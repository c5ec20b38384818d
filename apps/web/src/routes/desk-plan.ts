import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useTranslation } from '#i18n/use-translation.ts';
import { replace } from '#shell/location.ts';
import type { DeskPlan, PanePlan } from '#shell/desk/plan.ts';
import { routeOf, routeTable, type Route } from '#shell/route-table.ts';
import { preload } from '#shell/screen-loader.ts';
import { focusSearch, focusTicket } from '#features/desk/focus.ts';

const HOME = '/';
const NEWS = '/pages/news/index';
const MARKET = '/pages/market/index';
const ASSETS = '/pages/transaction/index';
const PERSONAL = '/pages/personal/index';
const DETAILS = '/pages/market/details';
const TICKET = '/pages/market/buy';
const SEARCH = '/pages/index/search/index';
const HELP = '/pages/index/customer/index';
const STATEMENT = '/pages/personal/bill/index';
const POSITIONS = '/pages/personal/position/index';

/** Pages that fill a centre, as wide as a column: they have no partner. */
const ALONE = ['/pages/login/', '/pages/lesson/', '/pages/learn/', '/pages/lab/'];
/** Paths and beginnings of paths by the tab that they belong to. A page of no tab stands alone. */
const TABS: readonly (readonly [tab: string, paths: readonly string[]])[] = [
  [NEWS, ['/pages/news/']],
  [MARKET, ['/pages/market/', SEARCH]],
  [
    ASSETS,
    [
      ASSETS,
      '/pages/wallet/',
      STATEMENT,
      '/pages/personal/record/',
      '/pages/personal/dividends/',
      '/pages/personal/credit/',
    ],
  ],
  [PERSONAL, ['/pages/personal/', '/pages/index/']],
];

/** Pages that stand on the desk in another shape: the same features, laid out for a pane. */
const screens = {
  share: () => import('#screens/desk/share.tsx'),
  ticket: () => import('#screens/desk/ticket.tsx'),
  account: () => import('#screens/desk/account.tsx'),
  proof: () => import('#screens/desk/proof.tsx'),
  homeMenu: () => import('#screens/desk/home-menu.tsx'),
  homeLists: () => import('#screens/desk/home-lists.tsx'),
  choose: () => import('#screens/desk/choose-share.tsx'),
  chooseArticle: () => import('#screens/desk/choose-article.tsx'),
};

type Memory = {
  /** The share that was shown last, for as long as the document lives. */
  readonly share: string;
  /** The query of the lists at the left. */
  readonly lists: string;
  readonly ticket: { readonly code: string; readonly search: string; readonly turn: number };
};
const useMemory = create<Memory>()(() => ({
  share: '',
  lists: '',
  ticket: { code: '', search: '', turn: 0 },
}));

const route = (path: string): Route => routeOf(path) ?? routeTable().notFound;
const codeIn = (search: string): string => new URLSearchParams(search).get('code') ?? '';
const setLists = (lists: string): void => useMemory.setState({ lists });

/** Puts another query into the ticket of the share; a new turn begins it anew. */
function setTicket(code: string, search: string, isNew: boolean): void {
  const { turn } = useMemory.getState().ticket;
  useMemory.setState({ ticket: { code, search, turn: isNew ? turn + 1 : turn } });
}

/** Pages of a share, whose main pane is the share itself. */
const isOfShare = (path: string): boolean => path === DETAILS || path === TICKET || path === MARKET || path === SEARCH;

/** Routes of panes whose pages have another shape on the desk, or other texts. */
const inPane = {
  share: (screen: Route['screen'] = screens.share): Route => ({
    ...route(DETAILS),
    texts: [...route(DETAILS).texts, 'orders', 'ticket', 'limits'],
    screen,
  }),
  ticket: (): Route => ({ ...route(TICKET), screen: screens.ticket }),
  account: (): Route => ({ ...route(ASSETS), screen: screens.account, texts: ['assets', 'limits'] }),
  homeMenu: (): Route => ({ ...route(HOME), screen: screens.homeMenu }),
  homeLists: (): Route => ({ ...route(HOME), screen: screens.homeLists }),
};

/** Fetches the pages of an address, each in a task of its own; resolves when its main one is here. */
export async function preloadPanes(path: string, search: string): Promise<void> {
  const tab = tabOf(path);
  const others =
    tab === HOME
      ? [inPane.homeMenu(), route(NEWS)]
      : tab === MARKET && isOfShare(path)
        ? [route(MARKET), inPane.ticket(), inPane.account()]
        : tab === undefined
          ? []
          : [route(tab)];
  const main =
    tab === HOME
      ? inPane.homeLists()
      : tab === MARKET && isOfShare(path)
        ? inPane.share(codeIn(search) ? screens.share : screens.choose)
        : route(path);
  const isHere = preload(main);
  for (const other of others) {
    await new Promise((resolve) => setTimeout(resolve)); // the reader is heard between them
    void preload(other);
  }
  return isHere;
}

/** The tab's path that a page belongs to; undefined for a page without partners. */
function tabOf(path: string): string | undefined {
  if (path === HOME) return HOME;
  if (ALONE.some((beginning) => path.startsWith(beginning))) return undefined;
  return TABS.find(([, paths]) => paths.some((beginning) => path.startsWith(beginning)))?.[0];
}

/** Which pages stand on the desk at an address, and what is done with addresses that name a part of it. */
export function usePlan(path: string, search: string) {
  const { t } = useTranslation(['desk', 'nav']);
  const memory = useMemory();
  const known = routeOf(path);
  // A chart in a window of its own stands alone, however wide that is made.
  const isChart = path === DETAILS && new URLSearchParams(search).has('chart');
  const tab = known && !isChart ? tabOf(known.path) : undefined;
  const own = codeIn(search);
  const code = tab === MARKET ? own || (path === TICKET ? '' : memory.share) : '';

  useEffect(() => {
    if (tab !== MARKET) return;
    if (own !== '') useMemory.setState({ share: own });
    if (path === MARKET) setLists(search);
  }, [tab, own, path, search]);

  const plan = useMemo((): DeskPlan => {
    const page = (at: string, query = ''): Omit<PanePlan, 'name' | 'id'> => ({ route: route(at), search: query });
    const alone = (): DeskPlan => ({
      tab: known?.tab ? known : undefined,
      shape: isChart ? 'chart' : 'alone',
      panes: [{ name: 'main', id: `${path}${codeIn(search)}`, route: known ?? routeTable().notFound, search }],
    });
    const main = (fallback: string): PanePlan => {
      const isTab = path === tab;
      const shown = isTab ? page(fallback) : page(path, search);
      return { name: 'main', id: shown.route.path + shown.search, ...shown };
    };
    if (tab === undefined) return alone();
    const menu: PanePlan = {
      name: 'list',
      id: tab,
      ...page(tab, path === tab ? search : ''),
      change: (query) => replace(tab + query),
      label: t(`nav:${route(tab).title}`),
    };
    switch (tab) {
      case HOME:
        return {
          tab: known,
          shape: 'pages',
          panes: [
            { ...menu, route: inPane.homeMenu() },
            { name: 'main', id: 'lists', route: inPane.homeLists(), search: '' },
            { name: 'side', id: 'news', ...page(NEWS), change: (query) => replace(NEWS + query), label: t('nav:news') },
          ],
        };
      case MARKET: {
        const lists: PanePlan = {
          name: 'list',
          id: 'lists',
          ...page(MARKET, path === MARKET ? search : memory.lists),
          change: path === MARKET ? (query) => replace(MARKET + query) : setLists,
          label: t('shares'),
        };
        if (!isOfShare(path)) return { tab: route(MARKET), shape: 'pages', panes: [lists, main(MARKET)] };
        const positionOnly = path === TICKET && code === '';
        const ticket: PanePlan = {
          name: 'side',
          ...ticketOf(path, search, code, memory.ticket),
          route: inPane.ticket(),
          label: t('order'),
        };
        return {
          tab: route(MARKET),
          shape: 'share',
          panes: [
            lists,
            positionOnly
              ? { name: 'main', id: POSITIONS, ...page(POSITIONS) }
              : code === ''
                ? { name: 'main', id: 'choose', search: '', route: inPane.share(screens.choose) }
                : {
                    name: 'main',
                    id: 'share',
                    search: `?code=${encodeURIComponent(code)}`,
                    route: inPane.share(),
                  },
            code !== '' || positionOnly ? ticket : { ...ticket, id: 'no ticket', route: inPane.share(screens.choose) },
            {
              name: 'side',
              id: 'account',
              route: inPane.account(),
              search: '',
              label: t('account'),
              low: true,
            },
          ],
        };
      }
      case ASSETS:
        return {
          tab: route(tab),
          shape: 'pages',
          panes: [
            menu,
            main(STATEMENT),
            {
              name: 'side',
              id: 'proof',
              route: { ...route(STATEMENT), screen: screens.proof, texts: ['proof'] },
              search: '',
              label: t('nav:statement'),
            },
          ],
        };
      case PERSONAL:
        return {
          tab: route(tab),
          shape: 'pages',
          panes: [
            menu,
            main(POSITIONS),
            ...(path === HELP
              ? []
              : [{ name: 'side' as const, id: HELP, ...page(HELP), label: t('nav:customer'), change: () => {} }]),
          ],
        };
      default:
        return {
          tab: route(tab),
          shape: 'pages',
          panes: [
            menu,
            path === NEWS
              ? { name: 'main', id: 'choose', search: '', route: { ...route(NEWS), screen: screens.chooseArticle } }
              : main(tab),
          ],
        };
    }
  }, [t, path, search, known, tab, code, memory, isChart]);

  const takes = useCallback(
    (to: string): boolean => {
      if (tab !== MARKET) return false;
      const [target = '', query = ''] = to.split('?');
      const asked = codeIn(query);
      if (target === SEARCH) return focusSearch();
      if (target === DETAILS && asked === code) {
        setTicket(code, '', true); // back to the share, from an order that was placed
        return true;
      }
      const isOfPosition = new URLSearchParams(query).has('positionId');
      if (target === TICKET && asked === code && path !== TICKET && !isOfPosition) {
        const next = new URLSearchParams(query);
        next.set('tap', String(performance.now())); // the same price twice is news to the ticket, too
        setTicket(code, `?${next.toString()}`, false);
        focusTicket();
        return true;
      }
      if (target === DETAILS || target === TICKET) {
        replace(to);
        return true;
      }
      return false;
    },
    [tab, code, path],
  );
  return { plan, takes };
}

/** The ticket follows the address where that is the ticket's own; else it is the share's, as it was left. */
function ticketOf(path: string, search: string, code: string, kept: Memory['ticket']) {
  if (path === TICKET) return { id: `ticket ${code}`, search };
  const own = kept.code === code ? kept : { search: '', turn: kept.turn };
  const query = new URLSearchParams(own.search);
  query.set('code', code);
  return {
    id: `ticket ${code} ${own.turn}`,
    search: `?${query.toString()}`,
    change: (next: string) => setTicket(code, next, false),
  };
}

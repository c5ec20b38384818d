import type { Texts } from '@khara/texts';
import type { DeskPlan, PanePlan } from '#shell/desk/plan.ts';
import { findRoute, routeTable, type Route } from '#shell/route-table.ts';
import type { Room } from '#shell/use-wide.ts';

export const HOME = '/';
export const NEWS = '/pages/news/index';
export const MARKET = '/pages/market/index';
export const ASSETS = '/pages/transaction/index';
export const PERSONAL = '/pages/personal/index';
export const DETAILS = '/pages/market/details';
export const TICKET = '/pages/market/buy';
export const SEARCH = '/pages/index/search/index';
export const STATEMENT = '/pages/personal/bill/index';
export const SCREENER = '/pages/market/screener/index';
const KEYS = '/pages/personal/keys/index';
const ASSISTANTS = '/pages/personal/assistants/index';
const LAB = '/pages/lab/day';
const ORDERS = '/pages/personal/transaction/index';
export const POSITIONS = '/pages/personal/position/index';

/** Pages that fill a centre, and have no partner: these as wide as the desk lets a page be, others as a column. */
const WIDE = ['/pages/lesson/', '/pages/learn/'];
/** Pages for a wall and for paper, which have all of the desk. */
const WHOLE = new Set(['/pages/class/board', '/pages/class/slips']);
const ALONE = ['/pages/login/', '/pages/connect/', '/pages/class/', LAB, ...WIDE];
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

/** On a tablet a page that is one of a list stands beside that list, and not beside the menu of its tab. */
const LISTS: Readonly<Record<string, string>> = {
  '/pages/personal/notice/details': '/pages/personal/notice/index',
  '/pages/personal/waiting/trigger': '/pages/personal/waiting/index',
  '/pages/personal/waiting/basket': '/pages/personal/waiting/index?tab=baskets',
  '/pages/personal/waiting/order': '/pages/personal/waiting/index?tab=baskets',
  '/pages/personal/waiting/regular': '/pages/personal/waiting/index?tab=regular',
};

const LIST_PATHS = new Set([ORDERS, ...Object.values(LISTS).map((list) => list.replace(/\?.*/, ''))]);

/** Pages that stand on the desk in another shape: the same features, laid out for a pane. */
export const screens = {
  share: () => import('#screens/desk/share.tsx'),
  ticket: () => import('#screens/desk/ticket.tsx'),
  account: () => import('#screens/desk/account.tsx'),
  proof: () => import('#screens/desk/proof.tsx'),
  homeMenu: () => import('#screens/desk/home-menu.tsx'),
  homeLists: () => import('#screens/desk/home-lists.tsx'),
  firstArticle: () => import('#screens/desk/first-article.tsx'),
  assistantList: () => import('#screens/desk/assistant-list.tsx'),
  assistantAsks: () => import('#screens/desk/assistant-asks.tsx'),
  newKey: () => import('#screens/desk/new-key.tsx'),
  lab: () => import('#screens/desk/lab.tsx'),
  order: () => import('#screens/desk/order.tsx'),
  screenerConditions: () => import('#screens/desk/screener-conditions.tsx'),
  screenerShare: () => import('#screens/desk/screener-share.tsx'),
  keySample: () => import('#screens/desk/key-sample.tsx'),
};

/** Stands in the middle until a share is chosen. */
const FIRST_SHOWN = 'KHARA50';

/** What the desk remembers for as long as the document lives. */
export type DeskMemory = {
  /** The share that was shown last; empty before the first. */
  readonly share: string;
  /** The queries of the lists at the left, by their paths. */
  readonly lists: Readonly<Record<string, string>>;
  readonly ticket: { readonly code: string; readonly search: string; readonly turn: number };
  /** A key for programs that is being made, or whose secret is shown. */
  readonly newKey?: 'asked' | 'made' | undefined;
  /** The desk has room for more at the right than what an act asks for. */
  readonly isBroad?: boolean;
};
export const NOTHING_YET: DeskMemory = { share: '', lists: {}, ticket: { code: '', search: '', turn: 0 } };

/** A pane before its words and what it does are known. */
export type PlannedPane = Omit<PanePlan, 'change' | 'label'> & {
  readonly label?:
    | `desk:${'shares' | 'order' | 'account' | 'newKey' | 'keySample' | 'assistantAsks' | 'conditions' | 'chosenShare'}`
    | `nav:${keyof Texts['nav']}`;
  /**
   * Where its page puts its query: to the address of this path, or into the desk's memory, where `listOf` names the
   * path of a list. Absent: to its own address.
   */
  readonly writes?: { readonly path: string } | { readonly listOf: string } | { readonly ticketOf: string } | 'nothing';
};

export type Planned = Omit<DeskPlan, 'panes'> & {
  readonly panes: readonly PlannedPane[];
  /** The path of the tab that the page belongs to; undefined for a page without partners. */
  readonly of: string | undefined;
  /** The share that is shown, where the page is of the market. */
  readonly code: string;
};

const route = (path: string): Route => findRoute(path) ?? routeTable().notFound;
export const codeIn = (search: string): string => new URLSearchParams(search).get('code') ?? '';
const page = (path: string, search = ''): Pick<PlannedPane, 'route' | 'search'> => ({ route: route(path), search });

/** Pages of a share, whose main pane is the share itself. */
const isOfShare = (path: string): boolean => path === DETAILS || path === TICKET || path === MARKET || path === SEARCH;

function findTab(path: string): string | undefined {
  if (path === HOME) return HOME;
  if (ALONE.some((beginning) => path.startsWith(beginning))) return undefined;
  return TABS.find(([, paths]) => paths.some((beginning) => path.startsWith(beginning)))?.[0];
}

/** A room with panes beside each other. `pair`: a list, and what it leads to as it is on a phone. */
export type WideRoom = Exclude<Room, 'column'>;

/** Which pages stand in the room at an address, the main one among them: one for each address there is. */
export function planDesk(path: string, search: string, memory: DeskMemory, room: WideRoom): Planned {
  const known = findRoute(path);
  // A chart in a window of its own stands alone, however wide that is made.
  const isChart = path === DETAILS && new URLSearchParams(search).has('chart');
  const of = known && !isChart ? findTab(known.path) : undefined;
  if (!known || of === undefined) {
    return {
      of,
      code: '',
      tab: known?.tab ? known : undefined,
      shape: isChart ? 'chart' : shapeAlone(path, room),
      panes: [
        {
          name: 'main',
          id: `${path}${codeIn(search)}`,
          route:
            known && path === LAB && room === 'desk'
              ? { ...known, screen: screens.lab }
              : (known ?? routeTable().notFound),
          search,
        },
      ],
    };
  }
  const code = of === MARKET ? codeIn(search) || (path === TICKET ? '' : memory.share || FIRST_SHOWN) : '';
  const shape = room === 'desk' && of === MARKET && isOfShare(path) ? 'share' : 'pages';
  const at = { path: known.path, search, code, memory, room };
  const panes = planPanes(of, at).filter(({ name }) => room === 'desk' || name !== 'side');
  return { of, code, tab: route(of), shape, panes, ...(of === MARKET && !isOfShare(path) && { stays: true }) };
}

function shapeAlone(path: string, room: WideRoom): DeskPlan['shape'] {
  if (path === LAB) return room === 'desk' ? 'cards' : 'wide';
  if (WHOLE.has(path)) return 'whole';
  return WIDE.some((beginning) => path.startsWith(beginning)) ? 'wide' : 'alone';
}

type At = {
  readonly path: string;
  readonly search: string;
  readonly code: string;
  readonly memory: DeskMemory;
  readonly room: WideRoom;
};

/** Whether the address is of one order; that of a list of orders is the same without it. */
const isOneOrder = (path: string, search: string): boolean =>
  path === ORDERS && new URLSearchParams(search).has('order');

/** The address of a list of its own, whose query is remembered. */
export const isList = (path: string, search: string): boolean =>
  (TABS.some(([tab]) => tab === path) || LIST_PATHS.has(path)) && !isOneOrder(path, search);

/** A list at the left: as its own address has it, or beside another page as it was left. */
function listPane(list: string, { path, search, memory }: At, first = ''): PlannedPane {
  const isOwn = list === path && isList(path, search);
  return {
    name: 'list',
    id: list,
    ...page(list, isOwn ? search : (memory.lists[list] ?? first)),
    writes: isOwn ? { path: list } : { listOf: list },
  };
}

function planPanes(tab: string, at: At): readonly PlannedPane[] {
  const { path, search, room } = at;
  if (room === 'pair' && isOneOrder(path, search)) return orderPanes(at);
  const [list = tab, query = ''] = ((room === 'pair' && LISTS[path]) || tab).split('?');
  const menu = { ...listPane(list, at, query && `?${query}`), label: `nav:${route(list).title}` } as const;
  /** The page of the address, or where that is the tab itself, another. */
  const main = (instead: PlannedPane['route'] = route(tab)): PlannedPane => {
    const shown = path === tab ? { route: instead, search: '' } : page(path, search);
    return { name: 'main', id: shown.route.path + shown.search, ...shown };
  };
  switch (tab) {
    case HOME:
      return [
        { ...menu, route: { ...route(HOME), screen: screens.homeMenu } },
        { name: 'main', id: 'lists', route: { ...route(HOME), screen: screens.homeLists }, search: '' },
        { name: 'side', id: 'news', ...page(NEWS), writes: { path: NEWS }, label: 'nav:news' },
      ];
    case MARKET:
      return marketPanes(at, main());
    case ASSETS:
      return [
        menu,
        main(route(STATEMENT)),
        {
          name: 'side',
          id: 'proof',
          route: { ...route(STATEMENT), screen: screens.proof, texts: ['proof'] },
          search: '',
          label: 'nav:statement',
        },
      ];
    case PERSONAL: {
      const letIn: PlannedPane = {
        name: 'list',
        id: 'assistants',
        route: { ...route(ASSISTANTS), screen: screens.assistantList },
        search: '',
        label: 'nav:assistants',
        writes: 'nothing',
      };
      const asks: PlannedPane = {
        name: 'side',
        id: 'assistantAsks',
        route: { ...route(ASSISTANTS), screen: screens.assistantAsks },
        search: '',
        label: 'desk:assistantAsks',
        writes: 'nothing',
      };
      if (path === ASSISTANTS && room === 'desk') return [letIn, main(), asks];
      return [menu, main(route(POSITIONS)), ...(path === KEYS ? keyPanes(at.memory) : [])];
    }
    default:
      return [
        menu,
        { ...main({ ...route(NEWS), screen: screens.firstArticle }), ...(path === NEWS && { id: 'first' }) },
      ];
  }
}

/** The orders, and one of them. */
function orderPanes(at: At): readonly PlannedPane[] {
  const orders = route(ORDERS);
  return [
    { ...listPane(ORDERS, at), label: 'nav:transactions' },
    { name: 'main', id: ORDERS + at.search, route: { ...orders, screen: screens.order }, search: at.search },
  ];
}

/** A new key while one is made, and how a program begins. */
function keyPanes({ newKey }: DeskMemory): readonly PlannedPane[] {
  const keys = route(KEYS);
  const pane = (name: 'newKey' | 'keySample'): PlannedPane => ({
    name: 'side',
    id: name,
    route: { ...keys, screen: screens[name] },
    search: '',
    label: `desk:${name}`,
    writes: 'nothing',
  });
  const sample = pane('keySample');
  if (newKey === undefined) return [sample];
  return [{ ...pane('newKey'), low: true, ...(newKey === 'made' && { marked: true }) }, sample];
}

/** Conditions, what they find, and where there is room the chosen one of that: each writes to the one address. */
function screenerPanes({ search, memory }: At): readonly PlannedPane[] {
  const screener = page(SCREENER, search);
  const texts = [...screener.route.texts, 'company'] as const;
  const found: PlannedPane = { ...screener, name: 'main', id: SCREENER };
  const conditions: PlannedPane = {
    name: 'list',
    id: 'conditions',
    route: { ...screener.route, screen: screens.screenerConditions },
    search,
    label: 'desk:conditions',
  };
  const chosen: PlannedPane = {
    name: 'side',
    id: 'chosen',
    route: { ...screener.route, texts, screen: screens.screenerShare },
    search,
    label: 'desk:chosenShare',
  };
  return [conditions, found, ...(memory.isBroad ? [chosen] : [])];
}

/** The lists; a share, on the desk with its ticket and the account; or another page of the market. */
function marketPanes(at: At, main: PlannedPane): readonly PlannedPane[] {
  const { path, search, code, memory, room } = at;
  const lists: PlannedPane = { ...listPane(MARKET, at), id: 'lists', label: 'desk:shares' };
  if (path === SCREENER && room === 'desk') return screenerPanes(at);
  if (!isOfShare(path)) return [lists, main];
  const details = route(DETAILS);
  if (room === 'pair') {
    if (path === TICKET) return [lists, main];
    const query = path === DETAILS ? search : `?code=${encodeURIComponent(code)}`;
    return [lists, { name: 'main', id: `share ${code}`, ...page(DETAILS, query), writes: { path: DETAILS } }];
  }
  const share = { ...details, texts: [...details.texts, 'orders', 'ticket', 'limits'] as const, screen: screens.share };
  const ticket: PlannedPane = {
    name: 'side',
    ...planTicket(path, search, code, memory.ticket),
    route: { ...route(TICKET), screen: screens.ticket },
    label: 'desk:order',
  };
  const account: PlannedPane = {
    name: 'side',
    id: 'account',
    route: { ...route(ASSETS), screen: screens.account, texts: ['assets', 'limits'] },
    search: '',
    label: 'desk:account',
    low: true,
  };
  if (code !== '') {
    const tab = path === DETAILS ? new URLSearchParams(search).get('tab') : null;
    const of = `?${new URLSearchParams({ code, ...(tab !== null && { tab }) })}`;
    return [lists, { name: 'main', id: 'share', search: of, route: share }, ticket, account];
  }
  // The ticket of a position, whose share its page finds.
  return [lists, { name: 'main', id: POSITIONS, ...page(POSITIONS) }, ticket, account];
}

/** The ticket follows the address where that is the ticket's own; else it is the share's, as it was left. */
function planTicket(
  path: string,
  search: string,
  code: string,
  kept: DeskMemory['ticket'],
): Pick<PlannedPane, 'id' | 'search' | 'writes'> {
  if (path === TICKET) return { id: `ticket ${code}`, search };
  const own = kept.code === code ? kept : { search: '', turn: kept.turn };
  const query = new URLSearchParams(own.search);
  query.set('code', code);
  return { id: `ticket ${code} ${own.turn}`, search: `?${query.toString()}`, writes: { ticketOf: code } };
}

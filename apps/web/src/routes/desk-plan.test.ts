import { beforeAll, describe, expect, it, vi } from 'vitest';
import { setRouteTable } from '#shell/route-table.ts';
import {
  ASSETS,
  DETAILS,
  HOME,
  MARKET,
  NEWS,
  NOTHING_YET,
  PERSONAL,
  planDesk,
  POSITIONS,
  SCREENER,
  screens,
  SEARCH,
  STATEMENT,
  TICKET,
  type DeskMemory,
  type PlannedPane,
  type WideRoom,
} from './desk-plan.ts';
import { ROUTES } from './routes.ts';

// The table asks ahead for answers; here no page is shown.
vi.mock('#api/use-call.ts', () => ({ askAhead: () => undefined }));

beforeAll(() => setRouteTable(ROUTES));

/** A pane as "side account": a page of the desk's own by its name, any other by its path. */
function words({ name, route }: PlannedPane): string {
  const own = Object.entries(screens).find(([, screen]) => screen === route.screen)?.[0];
  return `${name} ${own ?? route.path}`;
}

function placed(address: string, memory: Partial<DeskMemory> = {}, room: WideRoom = 'desk') {
  const [path = '', query] = address.split('?');
  const plan = planDesk(path, query === undefined ? '' : `?${query}`, { ...NOTHING_YET, ...memory }, room);
  return { ...plan, tab: plan.tab?.path, panes: plan.panes.map(words), planned: plan.panes };
}

const withMenu = (tab: string, ...sides: string[]) => {
  return (path: string) => ({ tab, shape: 'pages', panes: [`list ${tab}`, `main ${path}`, ...sides] });
};
const inMarket = withMenu(MARKET);
const inNews = withMenu(NEWS);
const inAssets = withMenu(ASSETS, 'side proof');
const inPersonal = withMenu(PERSONAL);
const alone = (path: string) => ({ tab: undefined, shape: 'alone', panes: [`main ${path}`] });
const wide = (path: string) => ({ ...alone(path), shape: 'wide' });
const whole = (path: string) => ({ ...alone(path), shape: 'whole' });
const ofShare = (main: string, order: string) => () => ({
  tab: MARKET,
  shape: 'share',
  panes: [`list ${MARKET}`, `main ${main}`, `side ${order}`, 'side account'],
});
const as =
  (tab: string, shape: string, ...panes: string[]) =>
  () => ({ tab, shape, panes });

/** Each route at the place that the design gives it (decision 36). */
const PLACES: Readonly<Record<string, (path: string) => object>> = {
  [HOME]: as(HOME, 'pages', 'list homeMenu', 'main homeLists', `side ${NEWS}`),
  [NEWS]: as(NEWS, 'pages', `list ${NEWS}`, 'main firstArticle'),
  '/pages/news/details': inNews,

  [MARKET]: ofShare('share', 'ticket'),
  [DETAILS]: ofShare('share', 'ticket'),
  [SEARCH]: ofShare('share', 'ticket'),
  [TICKET]: ofShare(POSITIONS, 'ticket'),
  '/pages/market/newStock/index': inMarket,
  '/pages/market/newStock/records': inMarket,
  '/pages/market/passwordStock/index': inMarket,
  '/pages/market/passwordStock/records': inMarket,
  '/pages/market/papers': inMarket,
  [SCREENER]: as(MARKET, 'pages', 'list screenerConditions', `main ${SCREENER}`),
  '/pages/market/results/index': inMarket,
  '/pages/market/calendar/index': inMarket,
  '/pages/market/company': inMarket,

  [ASSETS]: as(ASSETS, 'pages', `list ${ASSETS}`, `main ${STATEMENT}`, 'side proof'),
  [STATEMENT]: inAssets,
  '/pages/personal/record/index': inAssets,
  '/pages/personal/dividends/index': inAssets,
  '/pages/personal/credit/index': inAssets,
  '/pages/wallet/index': inAssets,
  '/pages/wallet/recharge/index': inAssets,
  '/pages/wallet/recharge/records': inAssets,
  '/pages/wallet/withdrawal/index': inAssets,
  '/pages/wallet/withdrawal/records': inAssets,
  '/pages/wallet/bindcard/index': inAssets,
  '/pages/wallet/bindcard/mycard': inAssets,
  '/pages/wallet/convert/index': inAssets,

  [PERSONAL]: as(PERSONAL, 'pages', `list ${PERSONAL}`, `main ${POSITIONS}`),
  '/pages/index/customer/index': inPersonal,
  [POSITIONS]: inPersonal,
  '/pages/index/messages/index': inPersonal,
  '/pages/index/rules/index': inPersonal,
  '/pages/index/vote/index': inPersonal,
  '/pages/personal/position/records': inPersonal,
  '/pages/personal/transaction/index': inPersonal,
  '/pages/personal/limits/index': inPersonal,
  '/pages/personal/holderOffers/index': inPersonal,
  '/pages/personal/kyc/index': inPersonal,
  '/pages/personal/security/index': inPersonal,
  '/pages/personal/keys/index': withMenu(PERSONAL, 'side keySample'),
  '/pages/personal/assistants/index': as(
    PERSONAL,
    'pages',
    'list assistantList',
    'main /pages/personal/assistants/index',
    'side assistantAsks',
  ),
  '/pages/personal/assistants/lesson': inPersonal,
  '/pages/personal/privacy/index': inPersonal,
  '/pages/personal/alerts/index': inPersonal,
  '/pages/personal/waiting/index': inPersonal,
  '/pages/personal/waiting/trigger': inPersonal,
  '/pages/personal/waiting/basket': inPersonal,
  '/pages/personal/waiting/order': inPersonal,
  '/pages/personal/waiting/regular': inPersonal,
  '/pages/personal/loginPassword/index': inPersonal,
  '/pages/personal/tranPassword/index': inPersonal,
  '/pages/personal/keep': inPersonal,
  '/pages/personal/lost': inPersonal,
  '/pages/personal/notice/index': inPersonal,
  '/pages/personal/notice/details': inPersonal,

  '/pages/login/index': alone,
  '/pages/class/index': alone,
  '/pages/class/join': alone,
  '/pages/class/board': whole,
  '/pages/class/slips': whole,
  '/pages/connect/allow': alone,
  '/pages/lesson/index': wide,
  '/pages/learn/index': wide,
  '/pages/lab/day': () => ({ ...alone('lab'), shape: 'cards' }),
};

describe('the desk', () => {
  it('opens every route at its place', () => {
    const places = ROUTES.routes.map(({ path }) => {
      const { tab, shape, panes } = placed(path);
      return [path, { tab, shape, panes }] as const;
    });
    const expected = ROUTES.routes.map(({ path }) => [path, PLACES[path]?.(path)] as const);
    expect(Object.fromEntries(places)).toEqual(Object.fromEntries(expected));
    expect(Object.keys(PLACES).sort()).toEqual(ROUTES.routes.map(({ path }) => path).sort());
  });

  it('opens home also by its other names', () => {
    const { panes, tab } = placed(HOME);
    for (const alias of Object.keys(ROUTES.aliases)) expect(placed(alias)).toMatchObject({ panes, tab });
  });

  it('shows one main page at each address, with an id of its own within the pane', () => {
    for (const { path } of ROUTES.routes) {
      const { planned } = placed(`${path}?code=THEWA`);
      expect(
        planned.filter(({ name }) => name === 'main'),
        path,
      ).toHaveLength(1);
      const ids = planned.map(({ name, id }) => `${name} ${id}`);
      expect(new Set(ids).size, path).toBe(ids.length);
    }
  });

  it('shows a guest a main page that guests may open, wherever the address is one', () => {
    for (const { path } of ROUTES.routes.filter(({ guest }) => guest)) {
      const main = placed(`${path}?code=THEWA`).planned.find(({ name }) => name === 'main');
      expect(main?.route.guest, path).toBe(true);
    }
  });

  it('says for an unknown address that there is no page, alone', () => {
    expect(placed('/pages/no/such?code=THEWA')).toMatchObject({ shape: 'alone', panes: ['main *'], tab: undefined });
  });
});

const sides = (address: string, newKey?: DeskMemory['newKey']) =>
  placed(address, { newKey }).planned.filter(({ name }) => name === 'side');

describe('Keys for programs', () => {
  it('have a key that is made as the first pane at the right, with an edge while its secret is shown', () => {
    const keys = '/pages/personal/keys/index';
    expect(sides(keys).map(words)).toEqual(['side keySample']);
    for (const newKey of ['asked', 'made'] as const) {
      const [first, second] = sides(keys, newKey);
      expect([first, second].map((pane) => pane && words(pane))).toEqual(['side newKey', 'side keySample']);
      expect(first?.marked).toBe(newKey === 'made' ? true : undefined);
    }
    expect(sides('/pages/personal/limits/index', 'made').map(words)).toEqual([]);
  });
});

describe('the screener', () => {
  it('has its conditions at the left and, where there is room, the chosen share at the right, of one address', () => {
    const search = '?pe=-20&chosen=THEWA';
    const { panes, planned, stays } = placed(`${SCREENER}${search}`, { isBroad: true });
    expect(panes).toEqual(['list screenerConditions', `main ${SCREENER}`, 'side screenerShare']);
    for (const pane of planned) {
      expect(pane.search).toBe(search);
      expect(pane, 'writes to the address').not.toHaveProperty('writes');
    }
    expect(stays, 'a share that is opened lies over it').toBe(true);
    const other = placed(`${SCREENER}?pe=-30`, { isBroad: true }).planned;
    expect(
      other.map(({ id }) => id),
      'goes on under other conditions',
    ).toEqual(planned.map(({ id }) => id));
    expect(placed(SCREENER, { isBroad: false }).panes).toEqual(['list screenerConditions', `main ${SCREENER}`]);
    expect(placed(SCREENER, {}, 'pair').panes, 'on a tablet').toEqual([`list ${MARKET}`, `main ${SCREENER}`]);
  });
});

describe('a share', () => {
  const whole = [`list ${MARKET}`, 'main share', 'side ticket', 'side account'];

  it('is shown by its own address, and by that of its ticket', () => {
    for (const path of [DETAILS, TICKET]) {
      const { code, panes, planned } = placed(`${path}?code=THEWA`);
      expect([code, panes]).toEqual(['THEWA', whole]);
      expect(planned[1]?.search).toBe('?code=THEWA');
    }
    for (const of of ['?code=THEWA&tab=company', '?code=THEWA&tab=news'])
      expect(placed(`${DETAILS}${of}`).planned[1]?.search).toBe(of);
  });

  it('stays while lists and search are asked for, until a position is sold', () => {
    const memory = { share: 'THEWA' };
    for (const path of [MARKET, SEARCH, DETAILS])
      expect(placed(path, memory)).toMatchObject({ code: 'THEWA', panes: whole });
    expect(placed(`${TICKET}?positionId=7`, memory)).toMatchObject({
      code: '',
      panes: [`list ${MARKET}`, `main ${POSITIONS}`, 'side ticket', 'side account'],
    });
    expect(placed('/pages/market/papers', memory).panes).toEqual([`list ${MARKET}`, 'main /pages/market/papers']);
  });

  it('has its chart alone in a window', () => {
    expect(placed(`${DETAILS}?code=THEWA&chart=5m`)).toMatchObject({ shape: 'chart', panes: [`main ${DETAILS}`] });
  });

  it('has the lists as they were, and writes their query where they are read from', () => {
    const memory = { lists: { [MARKET]: '?tab=gainers', [NEWS]: '?category=learn' } };
    const [beside] = placed(`${DETAILS}?code=THEWA`, memory).planned;
    expect(beside).toMatchObject({ search: '?tab=gainers', writes: { listOf: MARKET } });
    const [news] = placed('/pages/news/details?id=3', memory).planned;
    expect(news).toMatchObject({ search: '?category=learn', writes: { listOf: NEWS } });
    const [own] = placed(`${MARKET}?tab=losers`, memory).planned;
    expect(own).toMatchObject({ search: '?tab=losers', writes: { path: MARKET } });
  });

  it('has a ticket as it was left, and another begins anew', () => {
    const ticket = { code: 'THEWA', search: '?code=THEWA&side=sell', turn: 3 };
    const of = (address: string) => placed(address, { ticket }).planned[2];
    expect(of(`${DETAILS}?code=THEWA`)).toMatchObject({
      id: 'ticket THEWA 3',
      search: '?code=THEWA&side=sell',
      writes: { ticketOf: 'THEWA' },
    });
    expect(of(`${DETAILS}?code=BIDRI`)).toMatchObject({ id: 'ticket BIDRI 3', search: '?code=BIDRI' });
    const own = of(`${TICKET}?code=THEWA&side=buy`);
    expect(own).toMatchObject({ id: 'ticket THEWA', search: '?code=THEWA&side=buy' });
    expect(own, 'the address is its own').not.toHaveProperty('writes');
  });
});

const on = (address: string, memory: Partial<DeskMemory> = {}) => placed(address, memory, 'pair');

describe('a tablet', () => {
  it('has one list, if any, and one page at each address, which is a page of its own beside the list', () => {
    for (const { path, guest } of ROUTES.routes) {
      const { panes, planned, tab } = on(`${path}?code=THEWA`);
      const names = planned.map(({ name }) => name);
      expect(names, path).toEqual(tab === undefined ? ['main'] : ['list', 'main']);
      const [first, second] = planned;
      if (second) expect(first?.id, path).not.toBe(second.id);
      if (guest) expect((second ?? first)?.route.guest, path).toBe(true);
      expect(panes.join(), path).not.toMatch(/side|list assistantList/);
    }
  });

  it('keeps the shares beside a share, its ticket, and pages of the market', () => {
    const share = [`list ${MARKET}`, `main ${DETAILS}`];
    expect(on(`${DETAILS}?code=THEWA&tab=company`)).toMatchObject({
      shape: 'pages',
      panes: share,
      planned: [{}, { id: 'share THEWA', search: '?code=THEWA&tab=company' }],
    });
    expect(on(`${TICKET}?code=THEWA&side=buy`).panes).toEqual([`list ${MARKET}`, `main ${TICKET}`]);
    expect(on(`${TICKET}?positionId=7`).panes).toEqual([`list ${MARKET}`, `main ${TICKET}`]);
    expect(on('/pages/market/papers').panes).toEqual([`list ${MARKET}`, 'main /pages/market/papers']);
    for (const path of [MARKET, SEARCH]) {
      const { planned, panes } = on(path, { share: 'THEWA' });
      expect(panes).toEqual(share);
      expect(planned[1]).toMatchObject({ search: '?code=THEWA', writes: { path: DETAILS } });
    }
  });

  it('has what belongs to a list beside that list', () => {
    const notices = '/pages/personal/notice/index';
    expect(on(notices).panes).toEqual([`list ${PERSONAL}`, `main ${notices}`]);
    expect(on('/pages/personal/notice/details?id=3').panes).toEqual([
      `list ${notices}`,
      'main /pages/personal/notice/details',
    ]);
    const waiting = '/pages/personal/waiting';
    expect(on(`${waiting}/basket?id=3`).planned[0]).toMatchObject({ search: '?tab=baskets' });
    expect(on(`${waiting}/trigger?id=3`).panes).toEqual([`list ${waiting}/index`, `main ${waiting}/trigger`]);
    const orders = '/pages/personal/transaction/index';
    expect(on(`${orders}?tab=trades`).panes).toEqual([`list ${PERSONAL}`, `main ${orders}`]);
    const { panes, planned } = on(`${orders}?order=7`, { lists: { [orders]: '?tab=trades' } });
    expect(panes).toEqual([`list ${orders}`, 'main order']);
    expect(planned.map(({ search }) => search)).toEqual(['?tab=trades', '?order=7']);
    expect(placed(`${orders}?order=7`).panes, 'on the desk').toEqual([`list ${PERSONAL}`, `main ${orders}`]);
  });

  it('has a lesson, a day and a class alone', () => {
    for (const [path, shape] of [
      ['/pages/learn/index', 'wide'],
      ['/pages/lab/day', 'wide'],
      ['/pages/class/board', 'whole'],
      ['/pages/login/index', 'alone'],
    ] as const)
      expect(on(path)).toMatchObject({ shape, panes: [`main ${path}`] });
  });
});

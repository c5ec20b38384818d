import type { AskedMissionId, MissionId, MissionPath, RecordedMissionId } from '@khara/contract';
import type { IconName } from '#ui/icons.tsx';

/**
 * The missions in their fixed order. Written again because the list of packages/contract would bring its schemas along;
 * a test holds the two together.
 */
export const PATHS = {
  first: ['buy', 'price', 'hold', 'sell', 'bill'],
  queue: ['book', 'wait', 'behind', 'change', 'ioc'],
  auction: ['opening', 'better', 'after', 'closing', 'postClose'],
  margin: ['intraday', 'closeYourself', 'stop', 'slip', 'squaredOff'],
  issue: ['apply', 'revise', 'withdraw', 'lose', 'win'],
  wrong: ['refused', 'protection', 'expired', 'self', 'takeBack'],
  company: ['result', 'compare', 'cheap'],
} as const satisfies Readonly<Record<MissionPath, readonly MissionId[]>>;

export const PATH_NAMES = Object.keys(PATHS) as readonly MissionPath[]; // as just written
export const ALL: readonly MissionId[] = PATH_NAMES.flatMap((path) => PATHS[path]);

/** Missions that are their question alone, about published accounts. */
export const isAsked = (id: MissionId): id is AskedMissionId => findPath(id) === 'company';
/** Those that the server sees as done, and a class may be given. */
export const RECORDED: readonly RecordedMissionId[] = ALL.filter((id): id is RecordedMissionId => !isAsked(id));

export const ICONS: Readonly<Record<MissionPath, IconName>> = {
  first: 'trend',
  queue: 'list',
  auction: 'people',
  margin: 'level',
  issue: 'statement',
  wrong: 'shield',
  company: 'chart',
};

export function findPath(id: MissionId): MissionPath {
  return PATH_NAMES.find((path) => (PATHS[path] as readonly MissionId[]).includes(id))!; // each stands in one
}

/** The page of a mission. */
export const missionAt = (mission: MissionId): string => `/pages/learn/index?mission=${mission}`;

/** The accounts of a company, on its share's page. */
export const companyAt = (code: string): string => `/pages/market/details?code=${code}&tab=company`;

type Goal = 'market' | 'orders' | 'issues' | 'withdrawal';
export const GOALS: Readonly<Record<Goal, string>> = {
  market: '/pages/market/index',
  orders: '/pages/personal/transaction/index',
  issues: '/pages/market/newStock/index',
  withdrawal: '/pages/wallet/withdrawal/index',
};
const ELSEWHERE: Partial<Readonly<Record<MissionId, Goal>>> = {
  wait: 'market',
  change: 'orders',
  apply: 'issues',
  revise: 'issues',
  withdraw: 'issues',
  lose: 'issues',
  win: 'issues',
  takeBack: 'withdrawal',
};
/** Where a mission is done. */
export const missionGoal = (id: MissionId): Goal => ELSEWHERE[id] ?? 'market';

/** Missions that wait for what others do or for a draw: a closed day can be relived meanwhile. */
export const BY_CHANCE: ReadonlySet<MissionId> = new Set(['behind', 'better', 'slip', 'protection', 'lose', 'win']);

/** Missions for which the market may be closed. */
export const WHILE_CLOSED: ReadonlySet<MissionId> = new Set([
  'after',
  'apply',
  'revise',
  'withdraw',
  'lose',
  'win',
  'takeBack',
  'hold',
]);

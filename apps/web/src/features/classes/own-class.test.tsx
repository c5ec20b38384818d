import type { Data } from '@khara/contract';
import { expect, it } from 'vitest';
import { setMarket } from '#api/market-clock.ts';
import { page } from 'vitest/browser';
import type { MissionState } from '#features/learn/use-missions.ts';
import { show } from '../../../test/show.tsx';
import { OwnClass } from './own-class.tsx';

const own: NonNullable<Data<'ownClass'>['own']> = {
  name: 'Class 9B',
  seat: 7,
  code: 'AAAA-BBBB-CCCC',
  endsOn: '2026-12-18',
  movedAt: null,
  missions: [
    { id: 'buy', on: null },
    { id: 'closing', on: null },
    { id: 'stop', on: null },
  ],
};
const seen = { id: 'buy', state: 'seen', at: Date.parse('2026-11-25T06:00:00Z') } as MissionState;
const said = {
  profile: 'compressed',
  marketDate: '2026-11-25',
  session: 'open',
  phase: 'continuous',
  speed: 29,
} as const;

function at(time: string): void {
  const now = Date.now();
  setMarket({ ...said, at: now, nextChangeAt: now + 60_000, marketTime: `2026-11-25T${time}:00+05:30` });
}

it('says which mission is next, and when its auction is while that is to come', async () => {
  at('11:42');
  await show(<OwnClass own={own} missions={new Map([['buy', seen]])} />);
  await expect.element(page.getByText('next, the auction is at 15:15')).toBeVisible();
  await expect.element(page.getByText('not done', { exact: true })).toBeVisible();
  at('15:16');
  await expect.element(page.getByText('next', { exact: true })).toBeVisible();
});

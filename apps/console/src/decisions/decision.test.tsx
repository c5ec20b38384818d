import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answered, serve, show } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { WaitingRequests } from './decision.tsx';

afterEach(() => queries.clear());

const request = (id: string, action: string, subject: string) => ({
  id,
  action,
  subject,
  payload: {},
  reason: 'review',
  maker: 'S1',
  checker: null,
  state: 'open',
  failure: null,
  at: 1_795_335_656_582,
  decidedAt: null,
});

it('a request that waits stands under the name of what it is about, with none of another kind', async () => {
  serve(() =>
    answered({
      list: [request('1', 'share.suspend', 'AAMRAI'), request('2', 'announcement.publish', 'A9')],
      nextCursor: null,
    }),
  );
  await show(<WaitingRequests action="share.suspend" />);
  const card = page.getByRole('article', { name: 'AAMRAI' });
  await expect.element(card.getByRole('heading', { name: 'AAMRAI' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Agree' })).toBeVisible();
  expect(page.getByRole('article').all()).toHaveLength(1);
});

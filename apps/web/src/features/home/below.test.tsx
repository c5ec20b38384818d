import type { Data } from '@khara/contract';
import { expect, it } from 'vitest';
import { noteRead } from '#features/articles/read.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Below from './below.tsx';

type ArticleHead = Data<'articles'>['list'][number];
const article = (id: string, title: string): ArticleHead => ({
  id,
  title,
  summary: 's',
  cover: null,
  category: 'learn',
  at: 1,
  marketDate: null,
  traded: null,
  readMinutes: 2,
});

it('offers the first article of the reading path that was not opened on this device', async () => {
  const list = [article('order-book', 'How an order book works'), article('charges', 'How charges add up')];
  const { asked } = answering({
    articles: () => ({ list, nextCursor: null }),
    serviceAddress: () => ({ url: '/pages/index/messages/index' }),
  });
  const screen = await show(<Below />);
  await expect.element(screen.getByRole('link', { name: /^How an order book works/ })).toBeVisible();
  await expect.element(screen.getByText('Next in your path, 2 min')).toBeVisible();
  expect(asked('articles')).toMatchObject([{ category: 'learn' }]);
  noteRead('order-book');
  await expect.element(screen.getByRole('link', { name: /^How charges add up/ })).toBeVisible();
  noteRead('charges');
  await expect.element(screen.getByText(/^Next in your path/)).not.toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('articlesRead') ?? '')).toEqual(['order-book', 'charges']);
});

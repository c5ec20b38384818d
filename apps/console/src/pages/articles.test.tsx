import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { makeList, serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Articles } from './articles.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const line = (id: string, more: object = {}) => ({
  id,
  title: `Title of ${id}`,
  category: 'learn',
  source: 'staff',
  published: true,
  maker: 'S1',
  checker: 'S3',
  at: 1_795_335_656_582,
  ...more,
});
const takeDown = page.getByRole('button', { name: 'Take down' });

describe('the list of articles', () => {
  it('takes down what two people published, and nothing else', async () => {
    const own = { maker: null, checker: null, source: 'release' };
    const asked = serveCalls({
      consoleArticles: makeList(line('ours'), line('release', own), line('hidden', { published: false })),
    });
    await show(<Articles />);
    await takeDown.click(); // the only one
    await expect.poll(() => asked('consoleTakeArticleDown')).toEqual([{ id: 'ours' }]);
  });

  it('names both people', async () => {
    serveCalls({ consoleArticles: makeList(line('ours')) });
    await show(<Articles />);
    await expect.element(page.getByText('S1, S3', { exact: true })).toBeVisible();
  });
});

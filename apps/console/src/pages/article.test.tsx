import { LANGUAGES } from 'virtual:contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPatience, makeList, refused, serveCalls, showAt, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { EditArticle, NewArticle } from './article.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const send = page.getByRole('button', { name: 'Ask for it' });
const words = (tag: string) => ({ title: `Title ${tag}`, summary: `Summary ${tag}`, body: `Body ${tag}` });
const texts = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, words(tag)]));
const article = { id: 'demat', category: 'learn', published: true, codes: ['AAMRAI', 'THEWA'], texts };

async function write(id: string): Promise<void> {
  await page.getByLabelText('Id', { exact: true }).fill(id);
  for (const { tag, name } of LANGUAGES) {
    await expect.element(send).toBeDisabled(); // not yet in all four
    await page.getByRole('tab', { name }).click();
    await page.getByLabelText('Title').fill(words(tag).title);
    await page.getByLabelText('Summary').fill(words(tag).summary);
    await page.getByLabelText('Text, in Markdown').fill(words(tag).body);
  }
}

const showNew = () => showAt('/articles/new', '/articles/new', <NewArticle />);

describe('a new article', () => {
  it('is asked for in four languages, with the companies it is about, and leads back to the list', async () => {
    const asked = serveCalls({});
    await showNew();
    await page.getByRole('combobox').selectOptions('Safety');
    await page.getByLabelText('Companies it is about').fill(' AAMRAI, THEWA ');
    await page.getByLabelText('Shown in the app').click();
    await write('demat');
    await send.click();
    await expect.element(page.getByText('Gone to /articles')).toBeVisible();
    const { id: subject, ...terms } = article;
    expect(asked('consoleRequest')).toEqual([
      {
        action: 'article.publish',
        subject,
        payload: { article: { ...terms, category: 'safety', published: false } },
        reason: 'review',
      },
    ]);
  });

  it.each(['Demat account', 'ab', 'démat'])(
    'is not asked for under the id %s: the form says what an id is',
    async (id) => {
      const asked = serveCalls({});
      await showNew();
      await write(id);
      await send.click();
      await expect.element(page.getByRole('alert')).toMatchTextContent(/3 to 64 small letters, digits and hyphens/);
      expect(asked('consoleRequest')).toEqual([]);
    },
  );

  it('that is refused says why, and keeps what was written', async () => {
    serveCalls({ consoleRequest: refused('exists', 'There is such an article.') });
    await showNew();
    await write('demat');
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is such an article.');
    await expect.element(page.getByLabelText('Id', { exact: true })).toHaveValue('demat');
  });

  it('is previewed as a reader sees it, with HTML as it was written', async () => {
    serveCalls({});
    await showNew();
    const preview = page.getByRole('article', { name: 'Preview' });
    await expect.element(preview).toHaveTextContent('The page as a reader will see it.');
    await page.getByLabelText('Text, in Markdown').fill('## Lots\n\n<img src=x onerror=alert(1)>');
    await expect.element(preview.getByRole('heading', { name: 'Lots' })).toBeVisible();
    await expect.element(preview).toMatchTextContent(/<img src=x onerror=alert\(1\)>/);
    expect(preview.element().querySelector('img')).toBeNull();
  });
});

const showIt = () => showAt('/articles/demat', '/articles/:id', <EditArticle />);

describe('an article that is there', () => {
  it('is waited for, fails with a way to try again, and then has its words', async () => {
    await expectPatience('consoleArticle', article, showIt);
    await expect.element(page.getByLabelText('Title')).toHaveValue('Title en');
    await expect.element(page.getByLabelText('Companies it is about')).toHaveValue('AAMRAI THEWA');
  });

  it('is changed under its own id, which cannot be', async () => {
    const asked = serveCalls({ consoleArticle: article });
    await showIt();
    await expect.element(page.getByLabelText('Id', { exact: true })).toBeDisabled();
    await page.getByLabelText('Title').fill('A better title');
    await send.click();
    await expect.element(page.getByText('Gone to /articles')).toBeVisible();
    const { id: subject, ...terms } = article;
    const changed = { ...terms, texts: { ...texts, en: { ...words('en'), title: 'A better title' } } };
    expect(asked('consoleRequest')).toMatchObject([{ subject, payload: { article: changed } }]);
  });

  it('is not asked for while a change of it waits for a second person', async () => {
    serveCalls({
      consoleArticle: article,
      consoleRequests: makeList(waitingRequest({ action: 'article.publish', subject: 'demat' })),
    });
    await showIt();
    await expect.element(page.getByText('A change of this article waits for a second person.')).toBeVisible();
    await expect.element(send).toBeDisabled();
  });

  it('is asked for while something else waits under the same name, or another article does', async () => {
    serveCalls({
      consoleArticle: article,
      consoleRequests: makeList(
        waitingRequest({ action: 'banner.publish', subject: 'demat' }),
        waitingRequest({ id: '8', action: 'article.publish', subject: 'lots' }),
      ),
    });
    await showIt();
    await expect.element(send).toBeEnabled();
  });
});

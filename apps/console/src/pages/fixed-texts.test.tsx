import { LANGUAGES } from 'virtual:contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  answered,
  expectPatience,
  makeList,
  refused,
  serve,
  serveCalls,
  show,
  showAt,
  signIn,
  waitingRequest,
} from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { EditText, FixedTexts } from './fixed-texts.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const AT = 1_795_335_656_582;
const send = page.getByRole('button', { name: 'Ask for it' });
const cells = (head: string) => [...document.querySelectorAll(`td[data-head=${head}]`)].map((cell) => cell.textContent);
const textsOf = (version: number) =>
  Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, { title: 'Privacy', body: `Version ${version} in ${tag}` }]));
const RELEASE = { version: 0, maker: null, checker: null, at: null };
const versions = [
  { version: 2, maker: 'S1', checker: 'S3', at: AT },
  { version: 1, maker: 'S3', checker: 'S4', at: AT },
  RELEASE,
];
const text = (version: number) => ({ id: 'privacy', version, texts: textsOf(version), versions });

describe('the list of fixed texts', () => {
  it('is waited for, fails with a way to try again, and may be empty', async () => {
    await expectPatience('consoleTexts', makeList(), () => show(<FixedTexts />));
    await expect.element(page.getByText('There is no fixed text.')).toBeVisible();
  });

  it('names the version of each and the two people behind it; the release’s own has none', async () => {
    serveCalls({
      consoleTexts: makeList(
        { id: 'privacy', title: 'Privacy', ...versions[0] },
        { id: 'rules', title: 'Rules', ...RELEASE },
      ),
    });
    await show(<FixedTexts />);
    await expect.element(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/texts/privacy');
    expect(cells('Version')).toEqual(['2', 'of the release']);
    expect(cells('By')).toEqual(['S1, S3', '']);
    expect(cells('Since')).toEqual([expect.stringContaining('2026'), '']);
  });

  it('has what waits for a second person, line by line', async () => {
    const after = { ...textsOf(2), en: { title: 'Privacy', body: 'A promise more' } };
    const payload = { text: { base: 2, texts: after } };
    serveCalls({
      consoleTexts: makeList({ id: 'privacy', title: 'Privacy', ...versions[0] }),
      consoleText: text(2),
      consoleRequests: makeList(waitingRequest({ action: 'text.change', subject: 'privacy', payload })),
    });
    await show(<FixedTexts />);
    const card = page.getByRole('article', { name: 'privacy' });
    await card.getByText('Changes to version 2').click();
    await expect.element(card.getByRole('insertion')).toHaveTextContent('A promise more');
    await expect.element(card.getByRole('deletion')).toHaveTextContent('Version 2 in en');
    await expect.element(card.getByRole('button', { name: 'Agree' })).toBeEnabled();
  });
});

const showIt = () => showAt('/texts/privacy', '/texts/:id', <EditText />);

describe('a fixed text', () => {
  const body = page.getByLabelText('Text, in Markdown');

  it('is waited for, fails with a way to try again, and is then its newest version', async () => {
    await expectPatience('consoleText', text(2), showIt);
    await expect.element(body).toHaveValue('Version 2 in en');
    await expect.element(page.getByText('Shown in the app')).toBeVisible();
  });

  it('is asked for once it is changed and whole, on the version that was read', async () => {
    const asked = serveCalls({ consoleText: text(2) });
    await showIt();
    await expect.element(send).toBeDisabled(); // nothing is changed
    await body.fill('  ');
    await expect.element(page.getByRole('article', { name: 'Preview' })).not.toMatchTextContent(/Version/);
    await expect.element(send).toBeDisabled(); // one language is empty
    await body.fill('A promise more');
    await expect.element(page.getByText(/then it becomes version 3\.$/)).toBeVisible();
    await send.click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([
        {
          action: 'text.change',
          subject: 'privacy',
          payload: { text: { base: 2, texts: { ...textsOf(2), en: { title: 'Privacy', body: 'A promise more' } } } },
          reason: 'review',
        },
      ]);
  });

  it('that is refused says why, and keeps what was written', async () => {
    serveCalls({ consoleText: text(2), consoleRequest: refused('state', 'Version 3 was agreed to meanwhile.') });
    await showIt();
    await body.fill('A promise more');
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Version 3 was agreed to meanwhile.');
    await expect.element(body).toHaveValue('A promise more');
  });

  it('is taken up again in an older version, unchanged, on top of the newest', async () => {
    const asked = serve(({ version }, path) =>
      path.includes('/text/') ? answered(text(Number(version ?? 2))) : answered({ list: [], nextCursor: null }),
    );
    await showIt();
    await page.getByRole('combobox').selectOptions('1');
    await expect.element(body).toHaveValue('Version 1 in en');
    await expect.element(page.getByText('Shown in the app')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Ask for version 1 again' }).click();
    await expect
      .poll(() => asked.filter((one) => 'action' in one))
      .toMatchObject([{ subject: 'privacy', payload: { text: { base: 2, texts: textsOf(1) } } }]);
  });

  it('is not asked for while a change of it waits for a second person', async () => {
    const payload = { text: { base: 2, texts: textsOf(2) } };
    serveCalls({
      consoleText: text(2),
      consoleRequests: makeList(waitingRequest({ action: 'text.change', subject: 'privacy', payload })),
    });
    await showIt();
    await body.fill('A promise more');
    await expect.element(page.getByText('A change of this text waits for a second person.')).toBeVisible();
    await expect.element(send).toBeDisabled();
  });
});

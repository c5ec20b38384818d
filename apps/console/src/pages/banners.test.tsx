import { LANGUAGES } from 'virtual:contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPatience, refused, serveCalls, show, signIn, waitingRequest, makeList } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Banners } from './banners.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const IMAGES = ['/h5/banners/lamp.svg', '/h5/banners/coins.svg'];
const textsOf = (id: string) =>
  Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, { title: `${id} ${tag}`, text: `Text ${tag}` }]));
const banner = (id: string, more: object = {}) => ({
  id,
  image: IMAGES[0],
  link: '/pages/news/index',
  place: 1,
  shown: true,
  texts: textsOf(id),
  maker: 'S1',
  checker: 'S3',
  at: 1_795_335_656_582,
  ...more,
});
const OF_THE_RELEASE = { maker: null, checker: null, at: null };
const banners = (...list: readonly object[]) => ({ list, nextCursor: null, images: IMAGES });
const send = page.getByRole('button', { name: 'Ask for it' });
const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });

it('the banners are waited for, fail with a way to try again, and may be none', async () => {
  await expectPatience('consoleBanners', banners(), () => show(<Banners />));
  await expect.element(page.getByText('There is no banner.')).toBeVisible();
});

it('a banner names the two people behind it, or the release, and whether it is shown', async () => {
  serveCalls({ consoleBanners: banners(banner('ours', { shown: false }), banner('release', OF_THE_RELEASE)) });
  await show(<Banners />);
  await expect.element(line('ours en').getByText(/^S1, S3, /)).toBeVisible();
  await expect.element(line('ours en').getByText('Hidden')).toBeVisible();
  await expect.element(line('release en').getByText('Of the release')).toBeVisible();
  await expect.element(line('release en').getByText('Shown')).toBeVisible();
});

describe('to take a banner down', () => {
  const down = page.getByRole('button', { name: 'Take down' });

  it('is for what two people published and is shown, and nothing else', async () => {
    const hidden = banner('hidden', { shown: false });
    const asked = serveCalls({ consoleBanners: banners(banner('ours'), hidden, banner('release', OF_THE_RELEASE)) });
    await show(<Banners />);
    await down.click(); // the only one
    await expect.poll(() => asked('consoleTakeBannerDown')).toEqual([{ id: 'ours' }]);
  });

  it('says why it is refused', async () => {
    serveCalls({
      consoleBanners: banners(banner('ours')),
      consoleTakeBannerDown: refused('not_found', 'It is down already.'),
    });
    await show(<Banners />);
    await down.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is down already.');
  });
});

async function write({ id = 'diwali-26', link = '/pages/news/index' } = {}): Promise<void> {
  await page.getByRole('button', { name: 'New banner' }).click();
  await page.getByLabelText('Id', { exact: true }).fill(id);
  await page.getByLabelText('Leads to').fill(link);
  for (const { tag, name } of LANGUAGES) {
    await expect.element(send).toBeDisabled(); // not yet in all four
    await page.getByRole('tab', { name }).click();
    await page.getByLabelText('Title').fill(`diwali-26 ${tag}`);
    await page.getByLabelText('Text').fill(`Text ${tag}`);
  }
}

describe('a new banner', () => {
  it('is asked for in four languages, in the last place, with one of the app’s pictures, and closes its form', async () => {
    const asked = serveCalls({ consoleBanners: banners(banner('ours'), banner('other', { place: 2 })) });
    await show(<Banners />);
    await write();
    await page.getByRole('combobox').selectOptions('coins');
    await send.click();
    await expect.element(send).not.toBeInTheDocument();
    expect(asked('consoleRequest')).toEqual([
      {
        action: 'banner.publish',
        subject: 'diwali-26',
        payload: {
          banner: {
            image: IMAGES[1],
            link: '/pages/news/index',
            place: 3,
            shown: true,
            texts: textsOf('diwali-26'),
          },
        },
        reason: 'review',
      },
    ]);
  });

  it.each([
    ['Leads to', { link: 'https://elsewhere.example/' }],
    ['Leads to', { link: 'javascript:alert(1)//pages/' }],
    ['Id', { id: 'no spaces' }],
  ])('is not asked for when its field "%s" is wrong: the form goes back to it', async (label, wrong) => {
    const asked = serveCalls({ consoleBanners: banners() });
    await show(<Banners />);
    await write(wrong);
    await send.click();
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus();
    expect(asked('consoleRequest')).toEqual([]);
  });

  it('that is refused says why, and stays as it was written', async () => {
    serveCalls({ consoleBanners: banners(), consoleRequest: refused('exists', 'There is such a banner.') });
    await show(<Banners />);
    await write();
    await send.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('There is such a banner.');
    await expect.element(page.getByLabelText('Id', { exact: true })).toHaveValue('diwali-26');
  });
});

describe('a change of a banner', () => {
  const edit = page.getByRole('button', { name: 'Edit' });

  it('is asked for under its id, without who agreed to it before', async () => {
    const asked = serveCalls({ consoleBanners: banners(banner('ours')) });
    await show(<Banners />);
    await edit.click();
    await expect.element(page.getByLabelText('Id', { exact: true })).toBeDisabled();
    await page.getByLabelText('Shown in the app').click();
    await send.click();
    await expect.poll(() => asked('consoleRequest')).toHaveLength(1);
    const { id: subject, maker: _maker, checker: _checker, at: _at, ...terms } = banner('ours');
    expect(asked('consoleRequest')).toEqual([
      { action: 'banner.publish', subject, payload: { banner: { ...terms, shown: false } }, reason: 'review' },
    ]);
  });

  it('is left by Cancel, with nothing asked for', async () => {
    const asked = serveCalls({ consoleBanners: banners(banner('ours')) });
    await show(<Banners />);
    await edit.click();
    await page.getByLabelText('Title').fill('Another title');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(line('ours en')).toBeVisible();
    expect(asked('consoleRequest')).toEqual([]);
  });

  it('that waits is to be decided by another person, and no second one is begun', async () => {
    const payload = { banner: banner('ours', { link: '/pages/market/index' }) };
    const request = waitingRequest({ action: 'banner.publish', subject: 'ours', payload });
    serveCalls({ consoleBanners: banners(banner('ours'), banner('other')), consoleRequests: makeList(request) });
    await show(<Banners />);
    const card = page.getByRole('article', { name: 'ours' });
    await expect.element(card.getByRole('button', { name: 'Agree' })).toBeEnabled();
    await card.getByText('What the home page will show').click();
    await expect.element(card.getByText('/pages/market/index')).toBeVisible();
    await expect.element(line('ours en').getByText('A change waits')).toBeVisible();
    await expect.element(line('ours en').getByRole('button', { name: 'Edit' })).toBeDisabled();
    await expect.element(line('other en').getByRole('button', { name: 'Edit' })).toBeEnabled();
  });
});

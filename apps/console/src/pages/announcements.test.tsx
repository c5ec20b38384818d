import { LANGUAGES } from 'virtual:contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { serveCalls, show, signIn } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Announcements } from './announcements.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const send = page.getByRole('button', { name: 'Ask for it' });

it('an announcement is asked for once it stands in four languages, and with no link when none is given', async () => {
  const asked = serveCalls({});
  await show(<Announcements />);
  await page.getByRole('button', { name: 'New announcement' }).click();
  await page.getByLabelText('Id').fill('maintenance-1');
  for (const { tag, name } of LANGUAGES) {
    await expect.element(send).toBeDisabled();
    await page.getByRole('tab', { name }).click();
    await page.getByLabelText('Title').fill(`Title ${tag}`);
    await page.getByLabelText('Text').fill(`Text ${tag}`);
  }
  await send.click();
  const texts = Object.fromEntries(LANGUAGES.map(({ tag }) => [tag, { title: `Title ${tag}`, body: `Text ${tag}` }]));
  await expect
    .poll(() => asked('consoleRequest'))
    .toEqual([
      {
        action: 'announcement.publish',
        subject: 'maintenance-1',
        payload: { announcement: { texts, link: null } },
        reason: 'review',
      },
    ]);
  await expect.element(send).not.toBeInTheDocument();
});

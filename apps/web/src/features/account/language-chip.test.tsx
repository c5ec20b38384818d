import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { currentLanguage } from '#lib/language.ts';
import { show } from '../../../test/show.tsx';
import LanguageChip from './language-chip.tsx';

const chip = () => page.getByRole('button');
async function arriveWith(languages: readonly string[]): Promise<void> {
  localStorage.removeItem('lang');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  await show(<LanguageChip />);
}

it('offers a reader of Hindi the app in Hindi, and is gone with the tap that takes it', async () => {
  await arriveWith(['en-IN', 'hi-IN']);
  await expect.element(chip()).toHaveTextContent('हिन्दी में देखें');
  await expect.element(chip()).toHaveAttribute('lang', 'hi');
  await chip().click();
  await expect.element(chip()).not.toBeInTheDocument();
  expect([currentLanguage(), localStorage.getItem('lang'), document.documentElement.lang]).toEqual(['hi', '2', 'hi']);
});

it.each([
  ['zh-TW', '以繁體中文閱讀'],
  ['zh-CN', '以简体中文阅读'],
])('offers %s its own script', async (tag, offer) => {
  await arriveWith([tag, 'en']);
  await expect.element(chip()).toHaveTextContent(offer);
});

it('offers nothing to a reader of English, or to one who has chosen', async () => {
  await arriveWith(['en-IN', 'ta-IN']);
  expect(chip().elements()).toHaveLength(0);
  localStorage.setItem('lang', '1');
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['hi-IN']);
  await show(<LanguageChip />);
  expect(chip().elements()).toHaveLength(0);
});

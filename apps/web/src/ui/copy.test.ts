import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import common from '@khara/texts/en/common';
import { addBundle } from '#i18n/bundles.ts';
import { copyText } from './copy.ts';
import { useToast } from './toast.ts';

/** A browser as the clipboard meets it: what it grants, and what the selection of a hidden field does instead. */
function browser({ clipboard, selection }: { clipboard: boolean; selection: boolean }) {
  const copied: string[] = [];
  const area = { value: '', style: {}, select: () => {}, remove: () => {} };
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: (text: string) => (clipboard ? Promise.resolve(void copied.push(text)) : Promise.reject(new Error())),
    },
  });
  vi.stubGlobal('document', {
    createElement: () => area,
    body: { append: () => {} },
    execCommand: () => selection && copied.push(area.value) > 0,
  });
  return copied;
}

beforeEach(() => {
  vi.useFakeTimers();
  addBundle('en', 'common', common);
});
afterEach(() => {
  vi.runAllTimers(); // the toast of the test before goes by itself
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['by the clipboard', { clipboard: true, selection: false }],
  ['by selecting it, where the clipboard is forbidden', { clipboard: false, selection: true }],
])('a text is copied %s, and that is said', async (_, granted) => {
  const copied = browser(granted);
  expect(await copyText('KHR-1')).toBe(true);
  expect(copied).toEqual(['KHR-1']);
  expect(useToast.getState().shown).toMatchObject({ text: 'Copy successful', urgent: false });
});

it('a text that could not be copied is said to have failed, at once', async () => {
  const copied = browser({ clipboard: false, selection: false });
  expect(await copyText('KHR-1')).toBe(false);
  expect(copied).toEqual([]);
  expect(useToast.getState().shown).toMatchObject({ text: 'Copy failed', urgent: true });
});

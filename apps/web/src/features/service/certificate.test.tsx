import { textsFor } from '@khara/texts';
import { expect, it } from 'vitest';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Certificate from './certificate.tsx';

const { certificate: words } = textsFor('en');

it('says what it is not, then what is promised and how it is checked, and figures after', async () => {
  answering({
    certificate: () => ({
      mode: 'practice',
      registration: null,
      build: '1.1.0-7702a4ef',
      at: 0,
      log: { name: 'khara/test', publicKey: '69f8'.repeat(16), checkpoint: null },
      entropy: 'none',
      seeds: { fixed: null, dayHash: null },
      versions: { fees: '2026-03-01', score: 'khara/score/1' },
      withdrawals: { waiting: 0, medianAgeMs: null, oldestAgeMs: null, blocked: [] },
      books: { stopped: false, stops: [] },
    }),
  });
  const screen = await show(<Certificate />);
  await expect.element(screen.getByRole('heading', { name: words.title })).toBeVisible();
  const headings = screen
    .getByRole('heading')
    .elements()
    .map((it) => it.textContent);
  const places = [words.title, words.promises, words.withdrawals, words.check, words.books].map((it) =>
    headings.indexOf(it),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

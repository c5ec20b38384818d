import { LANGUAGES } from '@khara/contract';
import { textsFor } from '@khara/texts';
import { expect, it } from 'vitest';
import { storeLanguage } from '#lib/language.ts';
import { show } from '../../../test/show.tsx';
import HowReal from './how-real.tsx';
import { REAL_FACTS } from './real-facts.ts';

it.each(LANGUAGES)('says in $name each fact with its figures and its source, and which differ', async ({ tag }) => {
  storeLanguage(tag);
  const screen = await show(<HowReal />);
  const { facts, tags } = textsFor(tag).real;
  for (const { key, here, source } of REAL_FACTS) {
    const card = screen.getByRole('heading', { name: facts[key].title }).element().closest('section');
    for (const figure of here) expect(card?.textContent).toContain(figure.replace('-', '−'));
    if (source !== undefined) expect(card?.textContent).toContain(source);
  }
  expect(document.body.textContent).not.toContain('{{');
  expect(screen.getByText(tags.differs, { exact: true }).elements()).toHaveLength(4);
});

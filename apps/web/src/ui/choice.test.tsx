import { useState } from 'react';
import { page } from 'vitest/browser';
import { afterEach, expect, it } from 'vitest';
import { textsFor, type TextLanguage } from '@khara/texts';
import { choose, press, show } from '../../test/show.tsx';
import { QuickPicks } from './choice.tsx';
import { Segmented } from './segmented.tsx';
import { InSheet } from './in-sheet.ts';

afterEach(async () => {
  document.documentElement.style.fontSize = '';
  await page.viewport(390, 844);
});

/** A choice of the ticket, in a language, beside a page's gutters. */
function Kinds({ language, off }: { readonly language: TextLanguage; readonly off?: string }) {
  const { ticket } = textsFor(language);
  const [kind, setKind] = useState('limit');
  return (
    <div style={{ padding: '0 16px' }}>
      <Segmented
        label={ticket.orderType}
        value={kind}
        onChange={setKind}
        options={(['market', 'limit', 'sl', 'sl_m'] as const).map((value) => ({
          value,
          label: ticket[value],
          disabled: value === 'sl' ? off : undefined,
        }))}
      />
    </div>
  );
}

const row = () => page.getByRole('button', { name: new RegExp(textsFor('hi').ticket.orderType) });
const isRow = () => expect.poll(() => row().query() !== null);
const heights = () =>
  page
    .getByRole('radio')
    .elements()
    .map((radio) => radio.getBoundingClientRect().top);
/** Nothing of the page is wider than the page. */
const isInside = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);

it('is a bar where its words have room: one tab stop, and arrows choose', async () => {
  await show(<Kinds language="en" />);
  const limit = page.getByRole('radio', { name: 'Limit' });
  await expect.element(limit).toBeChecked();
  (limit.element() as HTMLInputElement).focus();
  await press('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'SL', exact: true })).toBeChecked();
});

it('in Hindi at 320 px and twice the size of letters it is a row that opens a picker', async () => {
  await page.viewport(320, 844);
  document.documentElement.style.fontSize = '200%';
  document.documentElement.lang = 'hi';
  const { ticket } = textsFor('hi');
  await show(<Kinds language="hi" />);
  await isRow().toBe(true);
  await expect.element(row()).toMatchTextContent(ticket.limit);
  expect(page.getByRole('radio').elements()).toHaveLength(0); // the bar is there to be measured only
  isInside();
  await row().click();
  const sheet = page.getByRole('dialog', { name: ticket.orderType });
  await expect.element(sheet.getByRole('radio', { name: ticket.limit, exact: true })).toBeChecked();
  isInside();
  await choose(ticket.market);
  await expect.poll(() => sheet.query()).toBeNull();
  await expect.element(row()).toMatchTextContent(ticket.market);
});

it('becomes a row when letters grow, and a bar again when they shrink or the window widens', async () => {
  document.documentElement.lang = 'hi';
  await show(<Kinds language="hi" />);
  await isRow().toBe(false);
  await page.viewport(320, 844);
  document.documentElement.style.fontSize = '200%';
  await isRow().toBe(true);
  document.documentElement.style.fontSize = '';
  await isRow().toBe(false);
});

it('the picker says why a choice cannot be made', async () => {
  await page.viewport(320, 844);
  document.documentElement.style.fontSize = '200%';
  await show(<Kinds language="hi" off="The auction does not take it" />);
  await row().click();
  await expect.element(page.getByRole('radio', { name: /The auction does not take it/ })).toBeDisabled();
  await press('{Escape}');
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
});

it('inside a sheet, which opens no other, the choices stand below each other', async () => {
  await page.viewport(320, 844);
  document.documentElement.style.fontSize = '200%';
  const { ticket } = textsFor('hi');
  await show(
    <InSheet value={true}>
      <Kinds language="hi" />
    </InSheet>,
  );
  await expect.poll(() => new Set(heights()).size).toBe(4);
  expect(row().query()).toBeNull();
  isInside();
  await choose(ticket.market);
  await expect.element(page.getByRole('radio', { name: ticket.market, exact: true })).toBeChecked();
});

it('amounts to pick leave room around their words on a narrow phone', async () => {
  await page.viewport(320, 844);
  const options = ['1', '10', '100', 'अधिकतम 667'].map((value) => ({ value, label: value }));
  const screen = await show(
    <div style={{ padding: '0 16px' }}>
      <QuickPicks label="मात्रा" options={options} value="1" onPick={() => undefined} />
    </div>,
  );
  const button = screen.getByRole('button', { name: 'अधिकतम 667' }).element();
  const words = document.createRange();
  words.selectNodeContents(button);
  const [around, within] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
  expect(within.left - around.left).toBeGreaterThanOrEqual(8);
  expect(within.height).toBeLessThan(30); // one line
});

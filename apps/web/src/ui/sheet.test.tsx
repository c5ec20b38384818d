import { useState } from 'react';
import { page, userEvent } from 'vitest/browser';
import { expect, it } from 'vitest';
import { press, show, touch } from '../../test/show.tsx';
import { Sheet } from './sheet.tsx';

function Opened({ dismissible = true }: { readonly dismissible?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Elsewhere</button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Sort by" dismissible={dismissible}>
        <button type="button">First</button>
        <button type="button">Last</button>
        <div style={{ height: 400 }} />
      </Sheet>
    </>
  );
}

async function opened(dismissible = true) {
  const screen = await show(<Opened dismissible={dismissible} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await opener.click();
  const sheet = screen.getByRole('dialog', { name: 'Sort by' });
  await expect.element(sheet).toBeVisible();
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  return { screen, opener, sheet };
}

const isGone = () => expect.poll(() => page.getByRole('dialog').query()).toBeNull();

it('keeps the focus while it is open, forwards and backwards, and gives it back', async () => {
  const { opener, sheet } = await opened();
  for (const key of ['{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Shift>}{Tab}{/Shift}', '{Shift>}{Tab}{/Shift}']) {
    await press(key);
    await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  }
  await press('{Escape}');
  await isGone();
  await expect.element(opener).toHaveFocus();
});

it('what lies under it is out of reach for a screen reader', async () => {
  await opened();
  expect(page.getByRole('button', { name: 'Elsewhere' }).query()).toBeNull();
});

it('closes by its button', async () => {
  const { sheet } = await opened();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await isGone();
});

it('closes by a tap beside it', async () => {
  await opened();
  await userEvent.click(document.body, { position: { x: 20, y: 10 } });
  await isGone();
});

it('closes by the browser’s back, which stays on the page', async () => {
  const address = location.href;
  await opened();
  await expect.poll(() => (history.state as { sheet?: boolean } | null)?.sheet).toBe(true);
  history.back();
  await isGone();
  expect(location.href).toBe(address);
});

it('closes by a pull of 96 px, however slow and however high the sheet is', async () => {
  const { sheet } = await opened();
  await pull(sheet.element(), 96 + TAKEN);
  await isGone();
});

it('a shorter pull leaves it open', async () => {
  const { sheet } = await opened();
  await pull(sheet.element(), 96 - TAKEN);
  await expect.element(sheet).toBeVisible();
  await press('{Escape}');
  await isGone();
});

it('one that must be answered closes by neither', async () => {
  const { sheet } = await opened(false);
  await press('{Escape}');
  await userEvent.click(document.body, { position: { x: 20, y: 10 } });
  await expect.element(sheet).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Close' }).query()).toBeNull();
});

/** What a finger goes at most before it is taken for a pull, px. */
const TAKEN = 16;

/** A slow pull: a quick one is a swipe and needs less way. */
async function pull(element: Element, distance: number): Promise<void> {
  await Promise.all(element.getAnimations().map(({ finished }) => finished)); // it has come to rest
  const box = element.getBoundingClientRect();
  const y = box.top + 8;
  touch(element, 'touchstart', y);
  for (let way = 0; way <= distance; way += 8) {
    touch(element, 'touchmove', y + way);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  for (let still = 0; still < 12; still += 1) {
    touch(element, 'touchmove', y + distance);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  touch(element, 'touchend', y + distance);
}

function Nested() {
  const [open, setOpen] = useState(true);
  const [inner, setInner] = useState(false);
  return (
    <Sheet open={open} onClose={() => setOpen(false)} title="Below">
      <button type="button" onClick={() => setInner(true)}>
        Explain
      </button>
      <Sheet open={inner} onClose={() => setInner(false)} title="Above">
        What it means
      </Sheet>
    </Sheet>
  );
}

it.each([
  ['its button', () => page.getByRole('dialog', { name: 'Above' }).getByRole('button', { name: 'Close' }).click()],
  ['Escape', () => press('{Escape}')],
  ['the browser’s back', () => Promise.resolve(history.back())],
])('closes a sheet over a sheet by %s, and leaves the one below', async (_, close) => {
  const screen = await show(<Nested />);
  await screen.getByRole('button', { name: 'Explain' }).click();
  const above = page.getByRole('dialog', { name: 'Above' });
  await expect.element(above).toBeVisible();
  await close();
  await expect.poll(() => above.query()).toBeNull();
  const below = page.getByRole('dialog', { name: 'Below' });
  await expect.element(below).toBeVisible();
  await expect.poll(() => (history.state as { sheet?: boolean } | null)?.sheet).toBe(true);
  history.back();
  await isGone();
});

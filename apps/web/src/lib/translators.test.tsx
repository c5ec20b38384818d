import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { textIn, write } from '#ui/live-text.ts';
import { watchTranslators } from './translators.ts';

beforeAll(watchTranslators);

/** Ways of translators to put their text in the place of one: the last word is theirs, until ours changes. */
const WAYS: Record<string, (text: Text, font: HTMLElement) => void> = {
  'replaces the text': (text, font) => {
    font.textContent = `«${text.data}»`;
    text.replaceWith(font);
  },
  'moves the text': (text, font) => {
    text.before(font);
    font.append(text);
  },
  'puts its own before the text': (text, font) => {
    font.textContent = `«${text.data}»`;
    text.before(font);
    text.remove();
  },
  'surrounds the text': (text, font) => {
    const range = document.createRange();
    range.selectNode(text);
    range.surroundContents(font);
  },
};

function translate(root: Element, way: (text: Text, font: HTMLElement) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const inner = document.createElement('font');
    way(text, inner);
    const outer = document.createElement('font');
    inner.replaceWith(outer);
    outer.append(inner);
  }
}

let change: (phase: string | undefined) => void;
function Note() {
  const [phase, setPhase] = useState<string | undefined>('open');
  change = (next) => flushSync(() => setPhase(next));
  return (
    <p>
      {phase === undefined ? <b>Nothing trades</b> : <>Orders fill: {phase}. </>}
      {phase === 'open' && 'At once. '}
      <a href="#top">More</a> of it
    </p>
  );
}

const hosts: HTMLElement[] = [];
function host(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  hosts.push(element);
  return element;
}
afterEach(() => hosts.splice(0).forEach((element) => element.remove()));

it.each(Object.entries(WAYS))('where a translator %s no sentence stays old, and nothing fails', async (_, way) => {
  const root = host();
  const app = createRoot(root);
  flushSync(() => app.render(<Note />));
  for (const [phase, seen] of [
    ['auction', 'Orders fill: auction. More of it'],
    ['open', 'Orders fill: open. At once. More of it'],
    [undefined, 'Nothing tradesMore of it'],
    ['closed', 'Orders fill: closed. More of it'],
  ] as const) {
    translate(root, way);
    await Promise.resolve(); // observers are called
    change(phase);
    expect(root.textContent?.replaceAll(/[«»]/g, '')).toBe(seen);
  }
  flushSync(() => app.unmount());
  expect(root.textContent).toBe('');
});

it.each(Object.entries(WAYS))('where a translator %s a price that is painted is the newest', async (_, way) => {
  const root = host();
  const price = textIn(root);
  write(price, '1,333.10');
  translate(root, way);
  await Promise.resolve();
  write(price, '1,333.20');
  expect(root.textContent).toBe('1,333.20');
  translate(root, way);
  await Promise.resolve();
  write(textIn(root), '1,333.30');
  expect(root.textContent).toBe('1,333.30');
});

it('what is no child of a node is refused as ever', () => {
  const stranger = host().appendChild(document.createElement('i'));
  expect(() => host().removeChild(stranger)).toThrow('not a child');
});

import { expect, it } from 'vitest';
import { readProse } from './prose.ts';

it('parts paragraphs by empty lines and joins the lines of one', () => {
  expect(readProse('one\ntwo\n\nthree')).toEqual([
    { kind: 'paragraph', words: [{ text: 'one two' }] },
    { kind: 'paragraph', words: [{ text: 'three' }] },
  ]);
});

it('reads bold and slanted words, and leaves a lone star alone', () => {
  expect(readProse('**Prices** come *only* from 3 * 4 orders')).toEqual([
    {
      kind: 'paragraph',
      words: [
        { text: 'Prices', tone: 'strong' },
        { text: ' come ' },
        { text: 'only', tone: 'em' },
        { text: ' from 3 * 4 orders' },
      ],
    },
  ]);
});

it('reads headings, lists and numbered lists that follow each other', () => {
  expect(readProse('### Money\n- a\n- b\n1. c\n\nend')).toEqual([
    { kind: 'heading', words: [{ text: 'Money' }] },
    { kind: 'list', ordered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] },
    { kind: 'list', ordered: true, items: [[{ text: 'c' }]] },
    { kind: 'paragraph', words: [{ text: 'end' }] },
  ]);
});

it('an empty text has no blocks', () => {
  expect(readProse(' \n\n')).toEqual([]);
});

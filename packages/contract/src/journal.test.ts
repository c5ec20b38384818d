import { describe, expect, it } from 'vitest';
import { calls, MAX_NOTE } from './index.ts';

const { body } = calls.setOrderNote;
const read = (note: object) => body.parse({ id: '7', ...note });
const whyNot = (note: object) => body.safeParse({ id: '7', ...note }).error?.issues.map(({ message }) => message);

describe('a note as it is sent', () => {
  it('has tags that are counted alike however they are typed, in a list or its text', () => {
    const tags = ['breakout', 'गैप अप'];
    expect(read({ tags: [' BreakOut', 'गैप   अप '] }).tags).toEqual(tags);
    expect(read({ tags: JSON.stringify(tags) }).tags).toEqual(tags);
  });

  it('has lines, and nothing where it is blank', () => {
    expect(read({ text: ' One.\r\nTwo.\rThree. ' }).text).toBe('One.\nTwo.\nThree.');
    expect(read({ text: ' \n ' }).text).toBeUndefined();
    expect(read({ text: '📈'.repeat(MAX_NOTE) }).text).toHaveLength(2 * MAX_NOTE);
  });

  it.each([
    ['note_too_long', { text: 'x'.repeat(MAX_NOTE + 1) }],
    ['note_tag_invalid', { tags: ['a, b'] }],
    ['note_tag_invalid', { tags: [''] }],
    ['note_tag_invalid', { tags: ['x'.repeat(25)] }],
    ['note_tag_invalid', { tags: 'breakout' }],
    ['note_too_many_tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
    ['price_invalid', { stop: '1.005' }],
    ['invalid_input', { reason: 'greed' }],
  ])('is refused with %s', (reason, note) => {
    expect(whyNot(note)).toEqual([reason]);
  });
});

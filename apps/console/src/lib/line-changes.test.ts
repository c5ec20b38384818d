import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineChanges } from './line-changes.ts';

const marked = (before: string, after: string) =>
  lineChanges(before, after).map(({ kind, text }) => `${kind === 'gone' ? '-' : '+'}${text}`);

describe('the changed lines of a text', () => {
  it.each([
    ['nothing', 'a\nb', 'a\nb', []],
    ['a line in the middle', 'a\nb\nc', 'a\nx\nc', ['-b', '+x']],
    ['a line at the end', 'a', 'a\nb', ['+b']],
    ['a line at the beginning', 'b\nc', 'a\nb\nc', ['+a']],
    ['a line that is gone', 'a\nb\nc', 'a\nc', ['-b']],
    ['everything', 'a\nb', 'x\ny', ['-a', '-b', '+x', '+y']],
    ['two lines that changed places', 'a\nb', 'b\na', ['-a', '+a']],
    ['empty lines alone', 'a\nb', 'a\n\n \nb', []],
    ['a text from nothing', '', 'a', ['+a']],
  ])('are those of %s', (_what, before, after, changes) => {
    expect(marked(before, after)).toEqual(changes);
  });

  it('make the one text of the other, and no line is both kept and changed', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = lineChanges(before.join('\n'), after.join('\n'));
        const without = (lines: readonly string[], kind: 'gone' | 'new') => {
          const left = [...lines];
          for (const change of changes) if (change.kind === kind) left.splice(left.indexOf(change.text), 1);
          return left.toSorted();
        };
        expect(without(before, 'gone')).toEqual(without(after, 'new'));
      }),
    );
  });
});

type LineChange = { readonly kind: 'gone' | 'new'; readonly text: string };

/** The lines that one text has lost and another has instead, in their order; the longest common part is left out. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const [old, next] = [before.split('\n'), after.split('\n')];
  // Length of the longest common part from each pair of lines on.
  const common = Array.from({ length: old.length + 1 }, () => Array.from({ length: next.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = next.length - 1; j >= 0; j -= 1)
      common[i]![j] =
        old[i] === next[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) [i, j] = [i + 1, j + 1];
    else if (j < next.length && (i === old.length || common[i]![j + 1]! > common[i + 1]![j]!))
      changes.push({ kind: 'new', text: next[j++]! });
    else changes.push({ kind: 'gone', text: old[i++]! });
  }
  return changes.filter(({ text }) => text.trim() !== '');
}

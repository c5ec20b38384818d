import type { Data } from '@khara/contract';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
/** A name that a spreadsheet would take for a formula is text. */
const asText = (name: string): string => (/^[=+\-@＝＋－＠\t\r]/.test(name) ? `'${name}` : name);

/** Done and not done by seat, with names that this browser has: no money, no rank. */
export function boardCsv(
  { list, missions }: Pick<Data<'classBoard'>, 'list' | 'missions'>,
  words: {
    readonly head: readonly string[];
    readonly names: readonly string[];
    readonly done: string;
    readonly notDone: string;
    readonly titleOf: (id: Data<'classBoard'>['missions'][number]['id']) => string;
  },
): string {
  const head = [...words.head, ...missions.map(({ id, on }) => words.titleOf(id) + (on === null ? '' : ` ${on}`))];
  const rows = list.map(({ seat, done }) => [
    String(seat),
    asText(words.names[seat - 1] ?? ''),
    ...missions.map(({ id }) => (done.includes(id) ? words.done : words.notDone)),
  ]);
  return [head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
}

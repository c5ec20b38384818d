import { plainDigits } from '@khara/rules';

/** Letters of scripts that the product does not use, which look like Latin ones. */
const LOOK_ALIKE = new Map(
  [...'аaбbвbеeкkмmнhоoрpсcтtуyхxіiїiјjѕsԁdһhӏlԛqԝw', ...'αaβbεeζzηhιiκkμmνnοoρpτtυuχx'].reduce<[string, string][]>(
    (pairs, letter, at, all) => (at % 2 === 0 ? [...pairs, [letter, all[at + 1] ?? '']] : pairs),
    [],
  ),
);

/**
 * A text as its reader takes it, for what looks for something in it: compatibility forms and digits of any
 * script in their plain form, no character that cannot be seen, no Markdown, look-alikes of other scripts as
 * the Latin letters that they look like, lower case, no nukta.
 */
export const foldedText = (text: string): string =>
  plainDigits(text)
    .replace(/\p{Cf}/gu, '')
    .replace(/[*_`~#>]+/g, '')
    .toLowerCase()
    .replace(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => LOOK_ALIKE.get(letter) ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c]/g, '')
    .normalize('NFC');

/** A title and what stands below it, as one text: a reader takes them together. Undefined of what has no title. */
const withTitle = (value: object): string | undefined =>
  'title' in value
    ? Object.values(value)
        .filter((part) => typeof part === 'string')
        .join(' ')
    : undefined;

/** Whether any text within a value is such, or a title with what stands below it. */
export function anyText(value: unknown, isSuch: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSuch(value);
  if (typeof value !== 'object' || value === null) return false;
  const whole = withTitle(value);
  return (whole !== undefined && isSuch(whole)) || Object.values(value).some((part) => anyText(part, isSuch));
}

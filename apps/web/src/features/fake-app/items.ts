/**
 * The screens that a reader judges before and after: ten and ten, of each five scams and five genuine ones.
 * A test of scams alone would only teach to say no.
 */

export type Verdict = 'scam' | 'genuine';
export type Part = 'first' | 'second';
type Item<Id extends string> = { readonly id: Id; readonly is: Verdict };
const scam = <Id extends string>(id: Id): Item<Id> => ({ id, is: 'scam' });
const genuine = <Id extends string>(id: Id): Item<Id> => ({ id, is: 'genuine' });

/** In the order of their showing, which has no pattern to guess. */
export const ITEMS = {
  first: [
    scam('teacher'),
    genuine('note'),
    genuine('blocked'),
    scam('tax'),
    genuine('payout'),
    scam('allotted'),
    genuine('demat'),
    scam('goods'),
    genuine('handle'),
    scam('assured'),
  ],
  second: [
    genuine('balance'),
    scam('discount'),
    scam('score'),
    genuine('margin'),
    genuine('settled'),
    scam('recovery'),
    genuine('sale'),
    scam('picture'),
    genuine('none'),
    scam('screen'),
  ],
} as const;

/** The verdicts of a reader by place; undefined where none was given. */
export type Verdicts = readonly (Verdict | undefined)[];

/** How many scams were called scams and how many genuine screens genuine: each of five. */
export function discernment(part: Part, verdicts: Verdicts): Readonly<Record<Verdict, number>> {
  const right = (is: Verdict): number =>
    ITEMS[part].filter((item, place) => item.is === is && verdicts[place] === is).length;
  return { scam: right('scam'), genuine: right('genuine') };
}

/** The items that were answered, and otherwise than they are. */
export const missed = (part: Part, verdicts: Verdicts): readonly (typeof ITEMS)[Part][number][] =>
  ITEMS[part].filter((item, place) => verdicts[place] !== undefined && verdicts[place] !== item.is);

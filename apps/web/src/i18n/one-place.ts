const PLACE = '\u0000';

/**
 * A text with one place, found once and filled many times a second: `onePlace((value) => t('say.up', { value }))`.
 */
export function onePlace(say: (value: string) => string): (value: string) => string {
  const pattern = say(PLACE);
  return (value) => pattern.replace(PLACE, () => value);
}

export type Params = Readonly<Record<string, string | number>>;

/** What stands between `{{` and `}}`: a name, or a name and its two forms. */
const PLACE = /\{\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}\}/g;

/**
 * Puts `params` into the places of a text. `{{n}}` is the value of `n`, and `{{n|share|shares}}` the first form
 * where that is one, else the second: "1 share", "5 shares". A place without a parameter stays as it is, so that a
 * test can find it.
 */
export const fill = (text: string, params: Params = {}): string =>
  text.replace(PLACE, (place, name: string, one: string | undefined, other: string | undefined) => {
    const value = params[name];
    if (value === undefined || !Object.hasOwn(params, name)) return place;
    return one === undefined || other === undefined ? String(value) : String(value) === '1' ? one : other;
  });

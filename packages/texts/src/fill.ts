export type Params = Readonly<Record<string, string | number>>;

/**
 * Puts `params` into the `{{name}}` places of a text; a place without a parameter stays as it is, so that a
 * test can find it.
 */
export function fill(text: string, params: Params = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => (name in params ? String(params[name]) : place));
}

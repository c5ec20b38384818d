/*
 * Texts that are painted by hand, many times a second: React makes their elements once and renders them no more.
 */

/** What a screen reader says of a live figure follows it so much later: what is read aloud takes longer. */
const SPOKEN_AFTER_MS = 1000;

/** `say` will say the newest, once for all that changes within a second. */
export function speechOf(say: (said: string) => void) {
  let newest: () => string;
  let later: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    clearTimeout(later);
    later = undefined;
  };
  const now = (): void => {
    stop();
    say(newest());
  };
  return {
    tell(said: () => string): void {
      newest = said;
      later ??= setTimeout(now, SPOKEN_AFTER_MS);
    },
    now,
    stop,
  };
}

/** The one text of an element, made if it has none. */
export const textOf = (element: Element): Text =>
  (element.firstChild as Text | null) ?? element.appendChild(new Text());

/** Makes a box of digits.module.css as wide as so many digits. */
export function widthPainter(box: HTMLElement): (digits: number) => void {
  let shown = -1;
  return (digits) => {
    if (digits !== shown) box.style.setProperty('--digits', String((shown = digits)));
  };
}

/** Writes the text of a box of digits.module.css: one that is as long is laid out in its box alone. */
export function digitsPainter(box: HTMLElement): (said: string) => void {
  const text = textOf(box);
  const paintWidth = widthPainter(box);
  return (said) => {
    paintWidth(said.length);
    write(text, said);
  };
}

/** Writes a text if it is another: to write the same one would be laid out, too. */
export function write(text: Text, said: string): void {
  if (text.data !== said) text.data = said;
}

/*
 * Texts that are painted by hand, many times a second: React makes their elements once and renders them no more.
 */

/** What a screen reader says of a live figure follows it so much later: what is read aloud takes longer. */
const SPOKEN_AFTER_MS = 1000;

/** `say` will say the newest, once for all that changes within a second. */
export function createSpeech(say: (said: string) => void) {
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
export function textIn(element: Element): Text {
  if (element.firstChild instanceof Text) return element.firstChild;
  const text = new Text();
  element.replaceChildren(text); // what a translator put there (lib/translators.ts)
  return text;
}

/** What is about half as wide as a digit; a sign is as wide as one, and a per cent sign nearly as two. */
const NARROW = /[,. ()]/g;

/** Makes a box of digits.module.css as wide as a figure: figures that are as long have the same form. */
export function widthPainter(box: HTMLElement): (said: string) => void {
  let shown = 0;
  return (said) => {
    if (said.length === shown) return;
    shown = said.length;
    const digits = shown - (said.match(NARROW)?.length ?? 0) * 0.45 + (said.includes('%') ? 0.7 : 0);
    box.style.setProperty('--digits', String(digits));
  };
}

/** Writes the text of a box of digits.module.css: one that is as long is laid out in its box alone. */
export function digitsPainter(box: HTMLElement): (said: string) => void {
  const text = textIn(box);
  const paintWidth = widthPainter(box);
  return (said) => {
    paintWidth(said);
    write(text, said);
  };
}

/** Writes a text if it is another: to write the same one would be laid out, too. */
export function write(text: Text, said: string): void {
  if (text.data !== said) text.data = said;
}

import amount from './amount.module.css';
import { cx } from './class-names.ts';
import { Triangle } from './icons.tsx';
import { arrowPainter } from './live-parts.tsx';
import { createSpeech, textIn, write } from './live-text.ts';

type Direction = 'up' | 'down' | 'flat';

/** The elements of a `Change` that is painted by hand, many times a second. */
export const LiveChange = () => (
  <span className={amount.change}>
    <Triangle direction="up" />
    <span aria-hidden="true" />
    <span className={amount.unseen} />
  </span>
);

/**
 * Paints a `LiveChange`: what is seen and its direction, and what is said in its place; `stop` ends what is
 * still to be said.
 */
export function changePainter(change: Element) {
  // As LiveChange makes them.
  const [arrow, seenPart, saidPart] = change.children as unknown as [SVGSVGElement, HTMLElement, HTMLElement];
  const [seenText, saidText] = [textIn(seenPart), textIn(saidPart)];
  const paintArrow = arrowPainter(arrow);
  let shown: Direction | undefined;
  const speech = createSpeech((said) => write(saidText, said));
  const paint = (seen: string, said: () => string, direction: Direction): void => {
    write(seenText, seen);
    speech.tell(said);
    if (shown === undefined) speech.now();
    if (shown === direction) return;
    shown = direction;
    change.className = cx(amount.change, amount[direction]);
    paintArrow(direction);
  };
  return { paint, stop: speech.stop };
}

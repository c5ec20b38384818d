import { useDrag } from '@use-gesture/react';
import { goBack } from '#shell/navigation.ts';
import { beginsAtEdge, goesBack, movesSideways } from './edge-swipe.ts';
import css from './swipe-back.module.css';

/** The page, without what stands above and below all pages; of several panes the one that goes back. */
const pageIn = (frame: HTMLElement): HTMLElement | null =>
  frame.querySelector('[data-pane=main] [data-enter]') ?? frame.querySelector('[data-enter]');

/**
 * Back by swiping from the left edge. Touch only; the page follows the finger and either goes or springs
 * back. `root`: whether this page has nothing to go back to (the five tabs).
 */
export default function SwipeBack({
  frame,
  isRoot,
}: {
  readonly frame: HTMLElement;
  readonly isRoot: () => boolean;
}): null {
  useDrag(
    ({
      first,
      last,
      initial: [startX],
      movement: [distance],
      velocity: [velocity],
      direction: [toRight],
      ...state
    }) => {
      const page = pageIn(frame);
      const box = frame.getBoundingClientRect();
      if (!page) return state.cancel();
      if (first) {
        const under = state.event.target instanceof Element ? state.event.target : null;
        const sideways = movesSideways(under, (element) => getComputedStyle(element as unknown as Element).overflowX);
        if (isRoot() || sideways || distance < 0 || !beginsAtEdge(startX, box)) return state.cancel();
        page.classList.add(css.swiped ?? '');
      }
      if (!page.classList.contains(css.swiped ?? '')) return undefined;
      if (!last) {
        if (state.event.cancelable) state.event.preventDefault(); // the page is not scrolled by the same finger
        page.style.transform = `translateX(${Math.max(0, distance)}px)`;
        return undefined;
      }
      page.classList.remove(css.swiped ?? '');
      page.style.transform = '';
      // A touch that the browser took over was not let go.
      const letGo = state.event.type !== 'touchcancel';
      if (letGo && goesBack(distance, toRight > 0 ? velocity : 0, box)) {
        page.dataset['moved'] = ''; // it went with the finger: nothing moves it once more
        return goBack();
      }
      page.classList.add(css.settling ?? '');
      page.addEventListener('transitionend', () => page.classList.remove(css.settling ?? ''), { once: true });
      return undefined;
    },
    {
      target: { current: frame },
      axis: 'x', // a finger that goes down first scrolls
      threshold: 10,
      pointer: { touch: true },
      eventOptions: { passive: false },
    },
  );
  return null;
}

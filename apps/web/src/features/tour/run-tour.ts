import { driver, type DriveStep, type Driver } from 'driver.js';
import { loadTexts } from '#i18n/index.ts';
import { sayText } from '#i18n/say.ts';
import { tourIsSeen } from './seen.ts';
import './tour.css';

/** What is shown, in order: the text and where it stands on the first page. */
const STOPS = [
  { name: 'marker', at: '#root button[aria-haspopup="dialog"]' },
  { name: 'search', at: 'header a[href="#/pages/index/search/index"]' },
  { name: 'hero', at: 'main > section' },
  { name: 'shortcuts', at: 'main > nav' },
  { name: 'market', at: 'nav > a[href="#/pages/market/index"]' },
  { name: 'assets', at: 'nav > a[href="#/pages/transaction/index"]' },
] as const;

/** The tour waits for a page within this time, ms; it leaves out a stop that is not there. */
const TIMEOUT_MS = 5000;

/**
 * Goes around the app. Ends with the last stop, Escape, the cross, a press beside it or the browser's back;
 * resolves then.
 */
export async function runTour(): Promise<void> {
  await loadTexts(['tour']);
  const opener = document.activeElement;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  await new Promise<void>((resolve) => {
    const tour = driver({
      steps: STOPS.map(toStep),
      animate: !still,
      smoothScroll: false,
      allowScroll: false,
      waitForElement: TIMEOUT_MS,
      skipMissingElement: true,
      disableActiveInteraction: true,
      showButtons: ['next', 'previous', 'close'],
      nextBtnText: sayText('tour:next'),
      prevBtnText: sayText('tour:previous'),
      doneBtnText: sayText('tour:done'),
      showProgress: true,
      stagePadding: 4,
      stageRadius: 12,
      onPopoverRender: ({ wrapper, closeButton, previousButton }, { index }) => {
        wrapper.setAttribute('aria-modal', 'true');
        closeButton.setAttribute('aria-label', sayText('common:close'));
        previousButton.hidden = index === 0;
      },
      onHighlighted: (element) => {
        forgetStates(element);
        document.querySelector<HTMLElement>('.driver-popover-next-btn')?.focus(); // on, not out
      },
      onDestroyed: () => {
        window.removeEventListener('popstate', leave);
        tourIsSeen();
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
        resolve();
      },
    });
    const leave = endTour(tour);
    window.addEventListener('popstate', leave);
    tour.drive();
  });
}

const endTour = (tour: Driver) => (): void => tour.destroy();

const toStep = ({ name, at }: (typeof STOPS)[number], index: number): DriveStep => ({
  element: at,
  popover: {
    title: sayText(`tour:${name}`),
    description: sayText(name === 'search' && hasKeys() ? 'tour:searchTextKeys' : `tour:${name}Text`),
    progressText: sayText('tour:progress', { n: index + 1, total: STOPS.length }),
  },
});

/** Keys stand beside a mouse; a phone has neither. */
const hasKeys = (): boolean => matchMedia('(any-pointer: fine)').matches;

/** The library says of whatever it shows that it opens a dialog; of a section or a link that would be wrong. */
function forgetStates(element: Element | undefined): void {
  for (const name of ['aria-expanded', 'aria-controls']) element?.removeAttribute(name);
  if (!(element instanceof HTMLButtonElement)) element?.removeAttribute('aria-haspopup');
}

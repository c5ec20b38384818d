import { expect, it } from 'vitest';
import { beginsAtEdge, goesBack, movesSideways } from './edge-swipe.ts';

const PHONE = { left: 0, width: 390 };
const DESK = { left: 400, width: 480 };

it.each([
  ['the edge of a phone', 3, PHONE, true],
  ['the middle of a phone', 120, PHONE, false],
  ['the edge of the column on a tablet', 405, DESK, true],
  ['beside the column', 10, DESK, false],
])('a touch at %s', (_, x, box, begins) => {
  expect(beginsAtEdge(x, box)).toBe(begins);
});

it.each([
  ['slowly over half of the page', 195, 0.1, true],
  ['slowly and not far', 100, 0.1, false],
  ['with a flick', 60, 0.9, true],
  ['with a twitch', 20, 2, false],
])('swiped %s', (_, distance, velocity, back) => {
  expect(goesBack(distance, velocity, PHONE)).toBe(back);
});

type FakeElement = Parameters<typeof movesSideways>[0];
const element = (names: string, parentElement: FakeElement = null, room = 0): NonNullable<FakeElement> => ({
  scrollWidth: 390 + room,
  clientWidth: 390,
  parentElement,
  matches: (selector) => selector.split(', ').some((name) => names.split(' ').includes(name)),
});
const asStyled = (overflow: string) => () => overflow;

it('a finger on a chart, a carousel or a line that scrolls sideways never swipes the page', () => {
  const page = element('main');
  expect(movesSideways(element('canvas', page), asStyled('visible'))).toBe(true);
  expect(movesSideways(element('span', element('[data-sideways]', page)), asStyled('visible'))).toBe(true);
  expect(movesSideways(element('a', element('nav', page, 200)), asStyled('auto'))).toBe(true);
  // Wider than it shows, but cut off: nothing there moves.
  expect(movesSideways(element('a', element('h1', page, 200)), asStyled('hidden'))).toBe(false);
  expect(movesSideways(element('p', page), asStyled('auto'))).toBe(false);
});

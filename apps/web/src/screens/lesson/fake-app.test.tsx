import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { wasLessonSeen } from '#features/fake-app/lesson-seen.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { show } from '../../../test/show.tsx';
import { answering } from '../../../test/server.ts';
import FakeApp from './fake-app.tsx';

const PATH = '/pages/lesson/index';
const DAY_MS = 24 * 60 * 60 * 1000;
/** A reader who stands at this page; 11 is the first of the four weeks, 17 the console, 29 the result. */
const keep = (spot: number, more: object = {}, at = Date.now()): void =>
  localStorage.setItem(
    'lesson',
    JSON.stringify({ at, spot, first: [], second: [], choices: [], moved: false, hands: {}, ...more }),
  );

beforeEach(() => {
  localStorage.removeItem('lesson');
  localStorage.removeItem('lessonSeen');
  answering({}); // whatever is asked is a defect
});

/** Of the app's column. */
const width = (): string => getComputedStyle(document.documentElement).getPropertyValue('--w-page');

async function lesson() {
  replace(PATH);
  const route = findRoute(PATH);
  if (!route) throw new Error('no such route');
  return show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <FakeApp />
    </PlaceContext>,
  );
}

async function goneOn() {
  const screen = await lesson();
  await screen.getByRole('button', { name: /^Go on at/ }).click();
  return screen;
}

describe('the lesson', () => {
  it('begins with a screen to judge and no hint, and moves on with either verdict', async () => {
    const screen = await lesson();
    await screen.getByRole('button', { name: 'Begin' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Screen 1 of 10' })).toHaveFocus();
    await screen.getByRole('button', { name: 'Genuine' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Screen 2 of 10' })).toHaveFocus();
    expect(wasLessonSeen()).toBe(false);
    expect(screen.getByText(/chance/).query()).toBeNull();
  });

  it('says LESSON – NOT AN APP under its bar, on the drawing and across it, in one drawing with its name', async () => {
    keep(11);
    const screen = await goneOn();
    const drawing = screen.getByRole('figure', { name: 'A drawing: a group in a messenger. A lesson, not an app.' });
    await expect.element(drawing).toBeVisible();
    expect(drawing.element().textContent.split('LESSON – NOT AN APP').length).toBeGreaterThan(5);
    await expect.element(screen.getByRole('note')).toHaveTextContent('LESSON – NOT AN APP');
    expect(drawing.element().querySelector('a, button, input')).toBeNull();
  });

  it('offers to pay and to stop alike, and in turns', async () => {
    keep(11);
    const screen = await goneOn();
    const looks = new Set<string>();
    const orders: (string | null)[] = [];
    for (const step of [1, 2]) {
      const buttons = [...screen.getByRole('contentinfo').element().querySelectorAll('button')];
      expect(buttons.length).toBe(2);
      for (const button of buttons) {
        const { backgroundColor, color, fontSize, fontWeight, height, width } = getComputedStyle(button);
        looks.add([step, backgroundColor, color, fontSize, fontWeight, height, width].join(' '));
      }
      orders.push(buttons[0]?.textContent ?? null);
      await screen.getByRole('button', { name: 'Stop here' }).click();
      await screen.getByRole('button', { name: 'Next' }).click();
    }
    expect(looks.size).toBe(2); // one for each step
    expect(orders).toEqual(['Pay ₹20,000', 'Stop here']);
  });

  it('names the sign after a stop and goes on with others who paid', async () => {
    keep(11);
    const screen = await goneOn();
    await screen.getByRole('button', { name: 'Stop here' }).click();
    await expect.element(screen.getByText('You stopped. Others paid: see what came next.')).toBeVisible();
    await screen.getByRole('button', { name: 'Next' }).click();
    await expect.element(screen.getByText('Balance of a member who paid')).toBeVisible();
    await expect.element(screen.getByText(/You\shave\s₹60,000\sof\slesson/)).toBeVisible();
  });

  it('says that the tax would have to be borrowed', async () => {
    keep(16, { choices: ['pay', 'pay', 'pay', 'pay', 'pay'] });
    const screen = await goneOn();
    await expect.element(screen.getByText(/You\shave\s₹3,500\sleft/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Pay ₹53,452' })).toBeVisible();
  });

  it('shows at the console the reader’s own story, and waits until a switch was moved', async () => {
    keep(17, { choices: ['pay', 'stop', 'stop', 'stop', 'stop', 'stop'] });
    const screen = await goneOn();
    await expect.element(screen.getByText('You, after four weeks')).toBeVisible();
    await screen.getByRole('button', { name: 'Next' }).click();
    await expect.element(screen.getByRole('heading', { name: 'The other side of your story' })).toBeVisible();
    (screen.getByRole('slider').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(screen.getByText('₹1,02,200')).toBeVisible();
    await expect.element(screen.getByText('The operator kept ₹18,500.')).toBeVisible();
    await screen.getByRole('button', { name: 'Next' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Who sets the price?' })).toBeVisible();
  });

  it('shows both results side by side, with no more than was answered', async () => {
    keep(29, { first: ['scam', 'scam'], second: ['genuine', 'scam', 'scam', 'genuine'] });
    const screen = await goneOn();
    await expect.element(screen.getByRole('row', { name: 'Scams recognised 1 of 5 2 of 5' })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: 'Genuine screens accepted 0 of 5 2 of 5' })).toBeVisible();
    await expect.element(screen.getByText('E-mail from your broker')).toBeVisible();
    expect(screen.getByText(/badge|score of/i).query()).toBeNull();
    expect(wasLessonSeen(), 'home says so').toBe(true);
  });

  it('shows no result for a test that a hall only talked about', async () => {
    keep(29, { first: ['scam'] });
    const screen = await goneOn();
    await expect.element(screen.getByRole('row', { name: 'Scams recognised 1 of 5 –' })).toBeVisible();
  });

  it('forgets after a day', async () => {
    keep(17, {}, Date.now() - DAY_MS - 1);
    const screen = await lesson();
    await expect.element(screen.getByRole('button', { name: 'Begin' })).toBeVisible();
  });
});

describe('presenter mode', () => {
  it('has keys only while it is on, and none of them in a switch', async () => {
    keep(11);
    const screen = await goneOn();
    const heading = screen.getByRole('heading', { name: 'Week 1: the group' });
    await expect.element(heading).toHaveFocus();
    await userEvent.keyboard('p{ArrowRight}');
    await expect.element(heading).toBeVisible();
    await screen.getByRole('button', { name: 'Presenter mode' }).click();
    expect(width()).toBe('960px');
    await userEvent.keyboard('p');
    await expect.element(screen.getByText('You paid ₹20,000.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}s');
    await expect.element(screen.getByText('You stopped. Others paid: see what came next.')).toBeVisible();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    const slider = screen.getByRole('slider');
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(slider).toHaveValue('413');
    await screen.getByRole('button', { name: 'Leave presenter mode' }).click();
    expect(width()).not.toBe('960px');
  });

  it('counts hands for the two answers, and keeps sums only', async () => {
    keep(11);
    const screen = await goneOn();
    await screen.getByRole('button', { name: 'Presenter mode' }).click();
    await screen.getByRole('button', { name: 'One hand more for: Stop here' }).click();
    await screen.getByRole('button', { name: 'One hand more for: Stop here' }).click();
    await expect.element(screen.getByRole('group', { name: 'Hands for: Stop here' })).toHaveTextContent('2');
    expect(JSON.parse(localStorage.getItem('lesson') ?? '')).toMatchObject({ hands: { 11: [0, 2] } });
  });
});

it('the sheet is printed from any page', async () => {
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  keep(29);
  const screen = await goneOn();
  await screen.getByRole('button', { name: 'Print the sheet' }).click();
  expect(printed).toHaveBeenCalledOnce();
  expect(document.querySelector('body > section')?.textContent).toContain('Four questions for any app');
});

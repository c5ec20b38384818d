import { beforeEach, expect, it } from 'vitest';
import { useMarketClock } from '#api/market-clock.ts';
import { useSession } from '#api/session.ts';
import { here, replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { show } from '../../../test/show.tsx';
import AssistantLesson from './lesson.tsx';

const PATH = '/pages/personal/assistants/lesson';

beforeEach(() => {
  replace(PATH);
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  useMarketClock.setState({ market: { marketDate: '2026-11-25' } as never }); // nothing else of it is looked at
});

it('shows four rehearsals, says after each answer what was wrong, and leads back', async () => {
  const screen = await show(
    <PlaceContext value={{ route: findRoute(PATH)!, key: 'k', direction: 'none' }}>
      <AssistantLesson />
    </PlaceContext>,
  );
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  const wrong = ['It heard fifty', 'The book has forty', 'It read that somewhere', 'Charges are larger than the gain'];
  for (const [at, title] of wrong.entries()) {
    await expect.element(screen.getByText(`Rehearsal ${at + 1} of 4`)).toBeVisible();
    expect(screen.getByText(title).query()).toBeNull();
    await press(at % 2 === 0 ? 'Not now' : 'Buy');
    await expect.element(screen.getByText(title)).toBeVisible();
    if (at < 3) await press('Next');
  }
  // The share costs 180.00, and two rupees more do not pay the charges: the lesson says so.
  const breakEven = screen.getByText(/^19\d\.\d\d$/);
  await expect.element(breakEven).toBeVisible();
  await press('To my assistants');
  expect(here()).toBe('/pages/personal/assistants/index');
});

import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Customer from '../customer/customer.tsx';
import Rules from './rules.tsx';

const unsaid = () => refusal('busy', 'Not now');

it.each([
  ['the rules', '/pages/index/rules/index', Rules],
  ['help', '/pages/index/customer/index', Customer],
])('articles of %s that do not come are said, and asked for again', async (_name, path, Screen) => {
  const { asked } = answering({ articles: unsaid, configValue: unsaid, serviceAddress: unsaid });
  await show(
    <PlaceContext value={{ route: findRoute(path)!, key: 'k', direction: 'none' }}>
      <Screen />
    </PlaceContext>,
  );
  const again = page.getByRole('button', { name: /This part did not load/ }).last();
  await expect.element(again).toBeVisible();
  const before = asked('articles').length;
  await again.click();
  await expect.poll(() => asked('articles').length).toBeGreaterThan(before);
});

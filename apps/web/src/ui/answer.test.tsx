import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { Answer, together, type Asked } from './answer.tsx';

const broken = { ok: false, code: 503, cause: 'http 503', message: 'Out of order' } as const;
const asked = (more: Partial<Asked<string>> = {}): Asked<string> => ({
  data: undefined,
  failure: undefined,
  again: vi.fn<() => Promise<unknown>>(async () => undefined),
  ...more,
});

const listed = (items: readonly string[], hasMore = false) => ({
  items,
  loading: false,
  failure: undefined,
  hasMore,
  loadingMore: false,
  more: () => undefined,
  again: async () => undefined,
});

it('waits until an answer is there, and shows it', async () => {
  const screen = await show(
    <Answer of={asked()} wait="wait">
      {(data) => data}
    </Answer>,
  );
  await expect.element(screen.getByText('wait')).toBeVisible();
  await screen.rerender(
    <Answer of={asked({ data: 'here' })} wait="wait">
      {(data) => data}
    </Answer>,
  );
  await expect.element(screen.getByText('here')).toBeVisible();
});

it('is asked again with a tap where it has failed, and shows a refusal that no repeat would change', async () => {
  const failed = asked({ failure: broken });
  const screen = await show(
    <Answer of={failed} wait="wait" refused={{ unknown_order: 'gone' }}>
      {(data) => data}
    </Answer>,
  );
  await screen.getByRole('button').first().click();
  expect(failed.again).toHaveBeenCalledOnce();
  await screen.rerender(
    <Answer
      of={asked({ failure: { ...broken, reason: 'unknown_order' } })}
      wait="wait"
      refused={{ unknown_order: 'gone' }}
    >
      {(data) => data}
    </Answer>,
  );
  await expect.element(screen.getByText('gone')).toBeVisible();
});

it('of a list says that nothing is there, or shows it with its end; a part ends without a word', async () => {
  const shown = (list: ReturnType<typeof listed>, isPart = false) => (
    <Answer of={list} wait="wait" empty="nothing" isPart={isPart}>
      {(items) => <p>{items.join(' ')}</p>}
    </Answer>
  );
  const screen = await show(shown(listed([])));
  await expect.element(screen.getByText('nothing')).toBeVisible();
  await screen.rerender(shown(listed(['one', 'two'])));
  await expect.element(screen.getByText('one two')).toBeVisible();
  await expect.element(screen.getByText('No more')).toBeVisible();
  await screen.rerender(shown(listed(['one', 'two']), true));
  expect(screen.getByText('No more').query()).toBeNull();
});

it('of several questions is there when all are, and asks all of them again', async () => {
  const [one, other] = [asked({ data: 'one' }), asked({ failure: broken })];
  const both = together(one, other);
  expect(both).toMatchObject({ data: undefined, failure: broken });
  await both.again();
  expect(one.again).toHaveBeenCalledOnce();
  expect(other.again).toHaveBeenCalledOnce();
  expect(together(one, asked({ data: 'other' })).data).toEqual(['one', 'other']);
});

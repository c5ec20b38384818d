import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { show, touch } from '../../test/show.tsx';
import PullToRefresh from './pull-to-refresh.tsx';

const THRESHOLD = 64;

function Pulled({ onRefresh }: { readonly onRefresh: () => Promise<unknown> }) {
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} data-testid="page" style={{ height: 400, overflow: 'auto' }}>
      <PullToRefresh scroller={scroller} onRefresh={onRefresh} threshold={THRESHOLD} />
      <div style={{ height: 900 }}>Rows</div>
    </div>
  );
}

async function shown(onRefresh: () => Promise<unknown> = () => Promise.resolve()) {
  const refresh = vi.fn<() => Promise<unknown>>(onRefresh);
  const screen = await show(<Pulled onRefresh={refresh} />);
  const page = screen.getByTestId('page').element();
  const phase = () => page.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'];
  return { screen, page, phase, refresh };
}

it('is pulled, ready, refreshing while the answer is on its way, and restored', async () => {
  const answer = Promise.withResolvers<void>();
  const { screen, page, phase, refresh } = await shown(() => answer.promise);
  touch(page, 'touchstart', 10);
  touch(page, 'touchmove', 10 + THRESHOLD);
  await expect.element(screen.getByText('Pull to refresh')).toBeInTheDocument();
  expect(phase()).toBe('pulling');
  touch(page, 'touchmove', 10 + 2 * THRESHOLD);
  await expect.element(screen.getByText('Let go to refresh')).toBeInTheDocument();
  expect(refresh).not.toHaveBeenCalled();
  touch(page, 'touchend', 10 + 2 * THRESHOLD);
  await expect.element(screen.getByText('Refreshing')).toBeInTheDocument();
  expect(refresh).toHaveBeenCalledOnce();
  answer.resolve();
  await expect.poll(phase).toBe('restored');
});

it('let go before the threshold it is aborted, springs back to being restored, and asks nothing', async () => {
  const { page, phase, refresh } = await shown();
  const phases: unknown[] = [];
  const place = page.querySelector<HTMLElement>('[data-phase]')!;
  const seen = new MutationObserver(() => phases.at(-1) !== phase() && phases.push(phase()));
  seen.observe(place, { attributeFilter: ['data-phase'] });
  touch(page, 'touchstart', 10);
  touch(page, 'touchmove', 10 + 2 * THRESHOLD - 2);
  await expect.poll(phase).toBe('pulling');
  touch(page, 'touchend', 10 + 2 * THRESHOLD - 2);
  await expect.poll(phase).toBe('restored');
  seen.disconnect();
  expect(phases).toEqual(['pulling', 'aborted', 'restored']);
  await expect.poll(() => place.getBoundingClientRect().height).toBe(0);
  expect(refresh).not.toHaveBeenCalled();
});

it('a refresh that fails is restored too', async () => {
  const { page, phase } = await shown(() => Promise.reject(new Error('network error')));
  touch(page, 'touchstart', 10);
  touch(page, 'touchmove', 10 + 2 * THRESHOLD);
  touch(page, 'touchend', 10 + 2 * THRESHOLD);
  await expect.poll(phase).toBe('restored');
});

it('a page that is scrolled, and a finger that goes sideways, pull nothing', async () => {
  const { page, phase, refresh } = await shown();
  page.scrollTop = 50;
  touch(page, 'touchstart', 10);
  touch(page, 'touchmove', 10 + 2 * THRESHOLD);
  touch(page, 'touchend', 10 + 2 * THRESHOLD);
  page.scrollTop = 0;
  touch(page, 'touchstart', 10, 10);
  touch(page, 'touchmove', 60, 200);
  touch(page, 'touchmove', 10 + 2 * THRESHOLD, 200);
  touch(page, 'touchend', 10 + 2 * THRESHOLD, 200);
  expect(phase()).toBe('restored');
  expect(refresh).not.toHaveBeenCalled();
});

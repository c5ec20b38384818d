import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { drawn, show } from '../../test/show.tsx';
import { Countdown } from './countdown.tsx';

it('shows what is left each second, and says it aloud, politely, at 30 and at 10 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const until = Date.now() + 62_000;
  const { container } = await show(<Ticking until={until} />);
  const said: string[] = [];
  const live = container.querySelector('[role=status]');
  const watch = new MutationObserver(() => live?.textContent && said.push(live.textContent));
  watch.observe(container, { subtree: true, childList: true, characterData: true });
  const shown = () => container.querySelector('time')?.textContent;
  expect(shown()).toBe('1:02');
  for (let second = 0; second < 70; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    const left = Math.max(0, 61 - second);
    await drawn();
    expect(shown()).toBe(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`);
  }
  watch.disconnect();
  expect([...new Set(said)]).toEqual(['30 seconds left', '10 seconds left']);
  expect(live?.textContent).toBe('');
});

it('says in words what ends, to a reader who does not see it', async () => {
  const { container } = await show(<Countdown left={135_000} label={(left) => `Closes in ${left}`} />);
  expect(container.querySelector('time')?.getAttribute('aria-hidden')).toBe('true');
  expect(container.textContent).toContain('Closes in 2 minutes 15 seconds');
});

function Ticking({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <Countdown left={until - now} />;
}

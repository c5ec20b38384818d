import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Fills the page with the chart and, where the device lets it, turns a phone to landscape. The practice marker
 * stays on top: the page is made full, not the chart alone.
 */
export function useFullScreen(panel: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);

  // The marker is as high as its words need: the page begins where it ends.
  useLayoutEffect(() => {
    const page = full ? panel.current?.closest<HTMLElement>('[data-enter]') : undefined;
    if (!page) return undefined;
    const place = () => panel.current?.style.setProperty('--page-top', `${page.getBoundingClientRect().top}px`);
    place();
    const resized = new ResizeObserver(place);
    resized.observe(page);
    return () => resized.disconnect();
  }, [full, panel]);

  const enter = useCallback(() => {
    setFull(true);
    void (async () => {
      await document.documentElement.requestFullscreen?.();
      // Turned, a tablet has room for other panes than those that the chart stands in.
      if (panel.current?.closest('[data-pane]')) return;
      // Not in the DOM types: only phones have it.
      await (screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> }).lock?.('landscape');
    })().catch(() => undefined); // a desktop has nothing to turn
  }, [panel]);
  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!full) return undefined;
    const left = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', key);
    };
  }, [full, leave]);

  return { full, enter, leave };
}

/**
 * Marks the links of a list that lead to what the main pane shows, for as long as it does: rows come and go as
 * the list scrolls. Returns how to stop.
 */
export function markCurrent(list: HTMLElement, address: string): () => void {
  const wanted = `#${address}`;
  const mark = (): void => {
    for (const link of list.querySelectorAll('a[href]')) {
      if (link.getAttribute('href') === wanted) link.setAttribute('aria-current', 'page');
      else if (link.getAttribute('aria-current') === 'page') link.removeAttribute('aria-current');
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(list, { subtree: true, childList: true, attributeFilter: ['href'] });
  return () => observer.disconnect();
}

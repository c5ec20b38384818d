/** Where keys lead on the desk: asked of the page itself, since panes know nothing of each other. */

const focus = (what: string): boolean => {
  const found = document.querySelector<HTMLElement>(what);
  found?.focus();
  return found !== null;
};

/** The search of the lists; false where there is none. */
export const focusSearch = (): boolean => focus('[data-pane=list] input[type=search]');

/** The first figure of the ticket, its quantity; else the ticket, which says why there is none. */
export const focusTicket = (): boolean =>
  focus('[data-pane=side] input[inputmode]') || focus('[data-pane=side] [data-scroller]');

import type { Pane } from '../route-context.ts';
import type { Route } from '../route-table.ts';

/** A page in a pane: which one, what its query is, and what it is called as a landmark. */
export type PanePlan = {
  readonly name: Pane['name'];
  /** The same page goes on for as long as this is the same. */
  readonly id: string;
  readonly route: Route;
  readonly search: string;
  /** By default the pane's query is the address's own. */
  readonly change?: (search: string) => void;
  /** Of the landmark; the main pane has none. */
  readonly label?: string;
  /** At the side: as high as what it says. */
  readonly low?: true;
  /** With an edge: it is to be answered now. */
  readonly marked?: true;
};

/** What stands on the desk for one address. */
export type DeskPlan = {
  /** The tab that the address belongs to. */
  readonly tab: Route | undefined;
  /**
   * `share`: lists, a share and its ticket. `pages`: a menu and pages. `alone`: one page as wide as a column;
   * `wide`: twice that; `whole` and `cards`: as wide as cards beside each other, the latter on the desk's own ground;
   * `chart`: as wide as the desk.
   */
  readonly shape: 'share' | 'pages' | 'alone' | 'wide' | 'whole' | 'chart' | 'cards';
  readonly panes: readonly PanePlan[];
  /** The page in the middle is one to come back to: what a row leads to lies over it, and does not take its place. */
  readonly stays?: true;
};

import type { Texts } from '@khara/texts';
import type { ComponentType } from 'react';
import type { TextNamespace } from '#i18n/index.ts';

/** The pages that the shell shows. It knows none of them: main.tsx gives it the table of routes/routes.ts. */

type TabIcon = 'home' | 'news' | 'market' | 'wallet' | 'person';

export type Route = {
  readonly path: string;
  /** Title of the page, in `nav`. */
  readonly title: keyof Texts['nav'];
  /** Guests may open it until the server's guard is known. */
  readonly guest?: true;
  /** A practice account is asked to be kept first: the server refuses what the page is for. */
  readonly keptOnly?: true;
  /** The page is a tab, with this icon and the page's title. */
  readonly tab?: TabIcon;
  /** Texts beside the shell's, fetched together with the code. */
  readonly texts: readonly TextNamespace[];
  readonly screen: () => Promise<{ readonly default: ComponentType }>;
  /** Asks for what the page shows first while its code is still coming. */
  readonly askAhead?: (search: string) => void;
};

export type RouteTable = {
  readonly routes: readonly Route[];
  /** Other names of a path. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Said for an address that is no page. */
  readonly notFound: Route;
  /** The workspace of wide screens, in the place of the column; without it every screen has the column. */
  readonly desk?: () => Promise<{
    readonly default: ComponentType;
    /** Fetches the pages of an address, each in a task of its own; resolves when its main one is here. */
    readonly preloadPanes: (path: string, search: string) => Promise<void>;
  }>;
};

let table: RouteTable | undefined;
let byPath: ReadonlyMap<string, Route> = new Map();

/** Given once, before anything is shown. */
export function setRouteTable(given: RouteTable): void {
  table = given;
  byPath = new Map(given.routes.map((route) => [route.path, route]));
}

/** The table as given. Throws before `setRouteTable`. */
export function routeTable(): RouteTable {
  if (!table) throw new Error('no routes');
  return table;
}

/** The route of a path; undefined for an address that is no page. */
export const findRoute = (path: string): Route | undefined => byPath.get(table?.aliases[path] ?? path);

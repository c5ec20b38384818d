import { findRoute, type Route } from './route-table.ts';

/** The title, in `nav`, of the page at an address; undefined where there is no page. */
export const pageTitle = (address: string): Route['title'] | undefined => findRoute(address.split('?')[0] ?? '')?.title;

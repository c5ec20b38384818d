import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { useTranslation } from '#i18n/use-translation.ts';
import { readOfTab, storeOfTab } from '#lib/storage.ts';
import { replace } from '#shell/location.ts';
import type { DeskPlan } from '#shell/desk/plan.ts';
import { preload } from '#shell/screen-loader.ts';
import { roomNow, useBroad, useRoom, type Room } from '#shell/use-wide.ts';
import { focusSearch, focusTicket } from '#features/desk/focus.ts';
import { useNewKey } from '#features/programs/new-key.ts';
import {
  codeIn,
  DETAILS,
  isList,
  MARKET,
  NOTHING_YET,
  planDesk,
  SEARCH,
  TICKET,
  type DeskMemory,
  type PlannedPane,
  type WideRoom,
} from './desk-plan.ts';

/** The share that this tab showed last: a page that is opened by its address goes on with it. */
const SHARE = 'deskShare';

const useMemory = create<DeskMemory>()(() => ({ ...NOTHING_YET, share: readOfTab(SHARE) ?? '' }));

/** A column plans nothing; while one becomes a desk it is none yet. */
const asWide = (room: Room): WideRoom => (room === 'pair' ? 'pair' : 'desk');

const setList = (path: string, search: string): void =>
  useMemory.setState((memory) =>
    memory.lists[path] === search ? memory : { lists: { ...memory.lists, [path]: search } },
  );

/** Puts another query into the ticket of the share; a new turn begins it anew. */
function setTicket(code: string, search: string, isNew: boolean): void {
  const { turn } = useMemory.getState().ticket;
  useMemory.setState({ ticket: { code, search, turn: isNew ? turn + 1 : turn } });
}

/** Fetches the pages of an address, each in a task of its own; resolves when its main one is here. */
export async function preloadPanes(path: string, search: string): Promise<void> {
  const { panes } = planDesk(path, search, useMemory.getState(), asWide(roomNow()));
  const main = panes.find(({ name }) => name === 'main');
  const isHere = main && preload(main.route);
  for (const pane of panes) {
    if (pane === main) continue;
    await new Promise((resolve) => setTimeout(resolve)); // the reader is heard between them
    void preload(pane.route);
  }
  return isHere;
}

/** What is done with the query of a pane's page; undefined where it is the address's own. */
function queryWriter({ writes }: PlannedPane): ((query: string) => void) | undefined {
  if (writes === undefined) return undefined;
  if (writes === 'nothing') return () => {};
  if ('path' in writes) return (query) => replace(writes.path + query);
  if ('listOf' in writes) return (query) => setList(writes.listOf, query);
  return (query) => setTicket(writes.ticketOf, query, false);
}

/** Which pages stand beside each other at an address, and what is done with addresses that name a part of it. */
export function usePlan(path: string, search: string) {
  const { t } = useTranslation(['desk', 'nav']);
  const memory = useMemory();
  const newKey = useNewKey(({ isOpen, made }) => (made ? 'made' : isOpen ? 'asked' : undefined));
  const room = asWide(useRoom());
  const isBroad = useBroad();
  const planned = useMemo(
    () => planDesk(path, search, { ...memory, newKey, isBroad }, room),
    [path, search, memory, newKey, isBroad, room],
  );
  const { of: tab, code, stays } = planned;
  const own = codeIn(search);

  useEffect(() => {
    if (tab === MARKET && own !== '') {
      useMemory.setState({ share: own });
      storeOfTab(SHARE, own);
    }
    if (isList(path, search)) setList(path, search);
  }, [tab, own, path, search]);

  const plan = useMemo((): DeskPlan => {
    const panes = planned.panes.map((pane) => {
      const { label, writes: _, ...rest } = pane;
      const change = queryWriter(pane);
      return { ...rest, ...(change && { change }), ...(label !== undefined && { label: t(label) }) };
    });
    return { tab: planned.tab, shape: planned.shape, panes, ...(planned.stays && { stays: true }) };
  }, [planned, t]);

  const takes = useCallback(
    (to: string): boolean => {
      if (tab !== MARKET) return false;
      const [target = '', query = ''] = to.split('?');
      const asked = codeIn(query);
      if (target === SEARCH) return focusSearch();
      if (room === 'pair' || stays) return false; // a share and its ticket are pages of their own there
      if (target === DETAILS && asked === code) {
        setTicket(code, '', true); // back to the share, from an order that was placed
        return true;
      }
      const isOfPosition = new URLSearchParams(query).has('positionId');
      if (target === TICKET && asked === code && path !== TICKET && !isOfPosition) {
        const next = new URLSearchParams(query);
        next.set('tap', String(performance.now())); // the same price twice is news to the ticket, too
        setTicket(code, `?${next.toString()}`, false);
        focusTicket();
        return true;
      }
      if (target === DETAILS || target === TICKET) {
        replace(to);
        return true;
      }
      return false;
    },
    [tab, code, stays, path, room],
  );
  return { plan, takes };
}

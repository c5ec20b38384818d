import { create } from 'zustand';
import { useSession } from '#api/session.ts';
import { readStored, store } from '#lib/storage.ts';

export const ASSISTANTS_PAGE = '/pages/personal/assistants/index';

/** How often an assistant has asked since this page was loaded. */
export const useAsked = create<{ readonly times: number }>()(() => ({ times: 0 }));

/** The member who let an assistant in, as this device has seen. */
const LET_IN = 'letIn';
const memberId = () => useSession.getState().userInfo?.id ?? null;
export const rememberLetIn = (): void => store(LET_IN, memberId());

/** Whether what an assistant asked before the page was loaded may wait: then it is looked at once. */
export function lookWhoAsked(): void {
  const id = memberId();
  if (id !== null && readStored(LET_IN) === id) useAsked.setState({ times: 1 });
}

/** Counts the notices that lead to what an assistant asks. */
export function noteAsked(link: string | null): void {
  if (link === ASSISTANTS_PAGE) useAsked.setState(({ times }) => ({ times: times + 1 }));
}

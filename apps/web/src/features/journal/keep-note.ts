import { create } from 'zustand';
import { call, refresh } from '#api/client.ts';
import type { Failure } from '#api/failure.ts';
import { noteIn, type NoteDraft, type PlannedOrder } from './note-draft.ts';

/** What a note makes old. Only here, since the first load has none of it. */
const AFTER_NOTE = ['orderDetail', 'planOutcome', 'myRecord'] as const;

/** Notes that were written at the ticket and could not be saved: the order's page goes on with them. */
const useUnsaved = create<Readonly<Record<string, NoteDraft>>>()(() => ({}));
export const useUnsavedNote = (id: string): NoteDraft | undefined => useUnsaved((notes) => notes[id]);
export function forgetUnsaved(id: string): void {
  const { [id]: _, ...others } = useUnsaved.getState();
  useUnsaved.setState(others, true);
}

/** Saves what was typed; what was refused or did not arrive is kept for the order's page. */
export async function keepNote(
  id: string,
  draft: NoteDraft,
  order: Pick<PlannedOrder, 'side' | 'product'>,
): Promise<Failure | undefined> {
  const note = noteIn(draft, order);
  if (!note) return undefined;
  const result = await call('setOrderNote', { id, ...note });
  if (result.ok) forgetUnsaved(id);
  else useUnsaved.setState({ [id]: draft });
  refresh(AFTER_NOTE);
  return result.ok ? undefined : result;
}

export async function deleteNote(id: string): Promise<Failure | undefined> {
  const result = await call('deleteOrderNote', { id });
  forgetUnsaved(id);
  refresh(AFTER_NOTE);
  return result.ok ? undefined : result;
}

import { create } from 'zustand';
import type { NoteDraft } from '#features/journal/note-draft.ts';
import type { TicketStart } from './use-ticket.ts';

/**
 * What was typed into tickets, by share, for as long as the document lives: on the desk another share is one key
 * away, and back.
 */
type KeptTicket = TicketStart & { readonly note?: NoteDraft };
const useKept = create<Readonly<Record<string, KeptTicket>>>()(() => ({}));

export const keptTicket = (code: string): KeptTicket | undefined => useKept.getState()[code];
export const keepTicket = (code: string, ticket: KeptTicket): void => useKept.setState({ [code]: ticket });
/** Its order was placed. */
export function dropTicket(code: string): void {
  const { [code]: _, ...others } = useKept.getState();
  useKept.setState(others, true);
}

import { createContext } from 'react';

/** Whether one is inside a sheet: nothing there opens another, but a term that explains itself. */
export const InSheet = createContext(false);

/** Where the sheets of a pane stand: in it, while the rest of the desk stays live. Elsewhere, over the whole column. */
export const SheetRoom = createContext<HTMLElement | null | undefined>(undefined);

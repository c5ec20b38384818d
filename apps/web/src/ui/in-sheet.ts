import { createContext } from 'react';

/** Whether one is inside a sheet: there is one at a time, so nothing there opens another. */
export const InSheet = createContext(false);

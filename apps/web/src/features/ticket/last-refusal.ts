import { create } from 'zustand';

/** The last order that was not placed, until the next is: said beside the orders of its share, too. */
export const useLastRefusal = create<{ readonly code?: string; readonly message?: string }>()(() => ({}));

export const sayRefused = (code: string, message: string): void => useLastRefusal.setState({ code, message });
export const forgetRefused = (): void => useLastRefusal.setState({}, true);

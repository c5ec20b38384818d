import type { StateCreator, StoreApi } from 'zustand';
import { create as make, type UseBoundStore } from 'zustand/react';

/* What the app's stores are made by in tests of components: modules outlive a file, their states no test. */

const stores: StoreApi<unknown>[] = [];

/** Zustand's own, in the form that the app uses. */
export const create =
  <T>() =>
  (initial: StateCreator<T>): UseBoundStore<StoreApi<T>> => {
    const store = make<T>()(initial);
    stores.push(store as StoreApi<unknown>);
    return store;
  };

/** Every store is as when it was made. */
export const resetStores = (): void => {
  for (const store of stores) store.setState(store.getInitialState(), true);
};

import { baseAddress } from './base-address.ts';

/** Where this page finds the API. */
export const base = baseAddress(location, document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content);

import { at, href } from '#shell/navigation.ts';

/** The whole address by which a phone comes to a seat. */
export const joinAddress = (code: string): string =>
  new URL(href(at('/pages/class/join', { c: code })), location.href.split('#')[0]).href;

/** As it is read out: without the scheme. */
export const spokenAddress = (): string => location.host + location.pathname.replace(/\/$/, '');

/** Whether no other device comes here by this page's address. */
export const isOfThisComputer = (): boolean => /^(localhost|127\.|\[::1\])/.test(location.hostname);

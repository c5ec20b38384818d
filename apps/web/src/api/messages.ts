/**
 * What the client says by itself, by key. The texts belong to i18n, which gives them at its start; until then
 * a key stands for itself.
 */
export type ClientMessage =
  | 'systemBusy'
  | 'timeout'
  | 'loginFirst'
  | 'addressEmpty'
  | 'abort'
  | 'file'
  | 'offline'
  | 'sessionEnded';
type FindMessage = (key: ClientMessage) => string;

let find: FindMessage = (key) => key;
export const provideMessages = (given: FindMessage): void => {
  find = given;
};

/** The text of a message in the reader's language. */
export const messageText = (key: ClientMessage): string => find(key);

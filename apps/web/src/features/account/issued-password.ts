/**
 * The default transaction password, between the sheet that shows it once and the page that changes it: a
 * member who goes straight there need not have written it down. In memory only, and gone with the page.
 */
let issued: string | undefined;

export const keepIssuedPassword = (password: string): void => {
  issued = password;
};
/** The password this page was given at registration, until it has been changed. */
export const issuedPassword = (): string | undefined => issued;
export const forgetIssuedPassword = (): void => {
  issued = undefined;
};

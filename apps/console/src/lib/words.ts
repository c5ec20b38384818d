/**
 * A code of the wire in words: "documents_match" is "Documents match", "account.access" is "Account access",
 * "sharesPerLot" is "Shares per lot".
 */
export const words = (code: string): string => {
  const text = code
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_match, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

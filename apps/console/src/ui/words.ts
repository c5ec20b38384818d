/** A code of the wire in words: "documents_match" is "Documents match", "identity.decide" is "Identity decide". */
export const words = (code: string): string => {
  const text = code.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

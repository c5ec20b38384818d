import { LANGUAGES, type Language } from '@khara/contract';

const BY_WORD: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(({ code, flag, tag }): [string, Language][] => [
    [code.toLowerCase(), tag],
    [String(flag), tag],
    [tag.toLowerCase(), tag],
  ]),
);

/**
 * The language of a `lang` header: a code or a flag. Absent or an unknown word is English, the default; an
 * unknown flag is the second locale, as clients of two locales store it.
 */
export function readLanguage(header: string | undefined): Language {
  if (!header) return 'en';
  const word = header.trim().toLowerCase();
  return BY_WORD.get(word) ?? (/^\d+$/.test(word) ? 'hi' : 'en');
}

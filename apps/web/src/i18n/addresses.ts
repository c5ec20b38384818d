/** Where a file of texts of a language is (text-files.ts), and where the installed app keeps them (pwa.ts). */
export const textAddress = (language: string, file: string): string =>
  `${import.meta.env.BASE_URL}assets/texts/${language}/${file}-${TEXTS_VERSION}.json`;

export const TEXTS_CACHE = 'texts';

/** Where the texts of a language are, and where the installed app keeps them (pwa.ts). */
export const textAddress = (language: string, namespace: string): string =>
  `${import.meta.env.BASE_URL}assets/texts/${language}/${namespace}-${TEXTS_VERSION}.json`;

export const TEXTS_CACHE = 'texts';

declare const APP_VERSION: string;
/** Hash in the names of the text files (vite.config.ts). */
declare const TEXTS_VERSION: string;

import type { Language } from '@khara/contract';

/** A document as it is to be rendered: texts in the reader's language, amounts as they are read. */
export type Paper = {
  readonly language: Language;
  readonly title: string;
  readonly author: string;
  /** On every page: that all of this is practice. */
  readonly label: string;
  readonly lead: readonly string[];
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  readonly tables: readonly PaperTable[];
  readonly notes: readonly string[];
  readonly foot: string;
  /** Lies on its side, for tables with many columns. */
  readonly wide?: boolean;
};

export type PaperTable = {
  readonly title: string;
  /** `width` in percent; together 100. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly totals?: readonly (readonly string[])[];
};

/** Renders documents beside everything else. */
export type Printer = {
  /** Bytes of a PDF. Throws Busy when too many wait already. */
  print(paper: Paper): Promise<Uint8Array>;
};

import type { TextNamespace } from './keys.ts';

/** Namespaces that pages have together are one file: a phone asks for six at a time. Any other is a file by itself. */
const TOGETHER = {
  shell: ['common', 'nav', 'errors'],
  home: ['home', 'market'],
  share: ['stock', 'session', 'watching', 'chart'],
  order: ['ticket', 'orders'],
} as const satisfies Readonly<Record<string, readonly TextNamespace[]>>;

/** In every page's first load. */
export const SHELL: readonly TextNamespace[] = TOGETHER.shell;

const fileByNamespace = new Map(
  Object.entries(TOGETHER).flatMap(([file, namespaces]) =>
    namespaces.map((namespace): [string, string] => [namespace, file]),
  ),
);

/** The names of the files that have these namespaces, each once. */
export const textFiles = (namespaces: Iterable<string>): readonly string[] => [
  ...new Set(Array.from(namespaces, (namespace) => fileByNamespace.get(namespace) ?? namespace)),
];

import type { Rolldown } from 'vite';

type Chunk = Extract<Rolldown.OutputBundle[string], { type: 'chunk' }>;

/**
 * Names of the files that the browser needs for the chunks asked for: their code, all that it imports, and the styles.
 */
export function filesOf(bundle: Rolldown.OutputBundle, isAsked: (chunk: Chunk) => boolean): Set<string> {
  const files = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const style of file.viteMetadata?.importedCss ?? []) files.add(style);
    file.imports.forEach(visit);
  };
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && isAsked(file)) visit(name);
  return files;
}

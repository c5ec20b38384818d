import { isTest, target, type SourceFile } from './source-file.ts';

/**
 * Circles of imports: sets of files that all lead to one another. Types and lazy `import()` count, because a reader
 * follows them too; oxlint's rule counts neither. One short way round is given for each circle, with its size.
 */
export function circles(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const edges = new Map(files.map((file) => [file.path, leadsTo(file).filter((to) => paths.has(to))]));
  return stronglyConnected(edges).map((circle) => {
    const way = shortestWayRound(circle, edges);
    return `${circle.size} files import each other: ${way.join(' -> ')}`;
  });
}

type Edges = ReadonlyMap<string, readonly string[]>;

/**
 * Folders of one module of the server that import each other, the module's own files being one: of two one is to stand
 * below the other.
 */
export function foldersBothWays(files: readonly SourceFile[]): string[] {
  const ways = new Set<string>();
  for (const file of files) {
    const from = folderInModule(file.path);
    if (!from || isTest(file.path)) continue;
    for (const to of leadsTo(file).map(folderInModule)) {
      if (to && to.module === from.module && to.folder !== from.folder) ways.add(`${from.path} -> ${to.path}`);
    }
  }
  return [...ways].filter((way) => ways.has(way.split(' -> ').toReversed().join(' -> ')));
}

function folderInModule(path: string): { path: string; module: string; folder: string } | undefined {
  const [, module, folder = ''] = /^apps\/server\/src\/modules\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return module === undefined ? undefined : { path: `${module}/${folder}`, module, folder };
}

/** Where the imports of a file lead; a package by its name leads to its index. */
const leadsTo = (file: SourceFile): string[] =>
  file.imports.flatMap((specifier) => {
    const own = /^@khara\/([^/]+)$/.exec(specifier)?.[1];
    return own === undefined ? (target(file, specifier) ?? []) : `packages/${own}/src/index.ts`;
  });

/** Tarjan's algorithm; a file alone is a circle when it imports itself. */
function stronglyConnected(edges: Edges): Set<string>[] {
  const found: Set<string>[] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const to of edges.get(path)!) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(to)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const circle = new Set(open.splice(open.indexOf(path)));
    if (circle.size > 1 || edges.get(path)!.includes(path)) found.push(circle);
  };
  for (const path of edges.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** The shortest way from any file of a circle back to itself. */
function shortestWayRound(circle: ReadonlySet<string>, edges: Edges): string[] {
  let shortest: string[] | undefined;
  for (const start of circle) {
    const ways = [[start]];
    const seen = new Set<string>();
    for (const way of ways) {
      if (shortest !== undefined && way.length >= shortest.length - 1) break;
      const next = edges.get(way.at(-1)!)!.filter((to) => circle.has(to) && !seen.has(to));
      if (next.includes(start)) {
        shortest = [...way, start];
        break;
      }
      for (const to of next) {
        seen.add(to);
        ways.push([...way, to]);
      }
    }
  }
  return shortest ?? [...circle];
}

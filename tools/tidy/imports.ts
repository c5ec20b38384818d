import { isTest, target, type HouseRule, type SourceFile } from './source-file.ts';

/**
 * The direction of imports: packages <- kernel, security, ports <- modules <- http, venue, jobs, verify <-
 * app.ts <- start <- main.ts; only start and main.ts import adapters. Modules stand in a line and import only
 * from their left, through index.ts. The web and the console import packages, never the server; the layers of
 * each are listed below.
 */

/** A package imports its own files and other packages by name; nothing of Node, no app. */
export const packageImports: HouseRule = (file) => {
  const own = /^packages\/[^/]+\//.exec(file.path)?.[0];
  if (!own || isTest(file.path)) return [];
  return file.imports.flatMap((specifier) => {
    const to = target(file, specifier);
    if (to !== undefined) return to.startsWith(own) ? [] : [says(file, specifier, 'a package imports others by name')];
    if (specifier.startsWith('node:') && !NODE_ENTRY.test(file.path)) {
      return [says(file, specifier, 'packages know no Node')];
    }
    if (/^@khara\/(server|web|e2e|benchmarks|tools)(\/|$)/.test(specifier)) {
      return [says(file, specifier, 'packages never import apps')];
    }
    return [];
  });
};

/** Files of a package that may know Node: an entry that reads the package's files, and the bench's program. */
const NODE_ENTRY = /^packages\/[^/]+\/(node|stdio)\.ts$/;

/** From left to right. */
export const MODULE_LINE = [
  'ledger',
  'config',
  'notices',
  'credit',
  'programs',
  'accounts',
  'pictures',
  'market',
  'companies',
  'watching',
  'articles',
  'votes',
  'support',
  'kyc',
  'wallet',
  'orders',
  'own-limits',
  'portfolio',
  'settlement',
  'placing',
  'assistants',
  'standing',
  'corporate',
  'delivery',
  'offerings',
  'day',
  'statement',
  'performance',
  'missions',
  'classes',
  'privacy',
  'documents',
  'certificate',
  'console',
] as const;

const SERVER = 'apps/server/src/';

/** Layers of the server from the inside out; a file imports from its own layer and those before it. */
const SERVER_LAYERS = ['foundation', 'modules', 'drivers', 'app', 'adapters', 'start', 'main'] as const;
type ServerLayer = (typeof SERVER_LAYERS)[number];

function findLayer(path: string): ServerLayer {
  const inside = path.slice(SERVER.length);
  if (inside === 'main.ts') return 'main';
  if (inside.startsWith('start/')) return 'start';
  if (inside === 'app.ts') return 'app';
  if (inside.startsWith('adapters/')) return 'adapters';
  if (inside.startsWith('modules/')) return 'modules';
  return /^(http|venue|jobs|verify)\//.test(inside) ? 'drivers' : 'foundation';
}

/** Rooms of the server; beside them stand the three files that put it together. */
const SERVER_ROOMS = new Set([
  'kernel',
  'security',
  'ports',
  'modules',
  'venue',
  'http',
  'jobs',
  'verify',
  'adapters',
  'start',
]);
const LOOSE = new Set(['main.ts', 'app.ts', 'config.ts']);

/** Each file of the server stands in a room. */
export const serverRooms: HouseRule = (file) => {
  if (!file.path.startsWith(SERVER)) return [];
  const [room = '', ...rest] = file.path.slice(SERVER.length).split('/');
  const isLoose = LOOSE.has(room.replace(/\.test\.ts$/, '.ts'));
  return isLoose || (rest.length > 0 && SERVER_ROOMS.has(room)) ? [] : [`${file.path} stands in no room of the server`];
};

const findRoom = (path: string): string => /^apps\/server\/src\/(modules\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? '';

/** One dialect of imports: `#src` and `#modules` across rooms, relative inside one. */
export const serverDialect: HouseRule = (file) => {
  if (!file.path.startsWith(SERVER)) return [];
  return file.imports.flatMap((specifier) => {
    const to = target(file, specifier);
    if (to === undefined || !to.startsWith(SERVER) || !specifier.startsWith('.')) return [];
    return findRoom(to) === findRoom(file.path)
      ? []
      : [says(file, specifier, 'another room is named from #src or #modules')];
  });
};

export const serverLayers: HouseRule = (file) => {
  if (!file.path.startsWith(SERVER) || isTest(file.path)) return [];
  const from = findLayer(file.path);
  return file.imports.flatMap((specifier) => {
    const to = target(file, specifier);
    if (to === undefined)
      return specifier.startsWith('@khara/web') ? [says(file, specifier, 'the server knows no web')] : [];
    if (to === 'package.json') return []; // the version
    if (!to.startsWith(SERVER)) return [says(file, specifier, 'the server imports packages by name and its own src')];
    const layer = findLayer(to);
    // Adapters stand outside: they see what they must offer, and only the start sees them.
    if (layer === 'adapters' && !['adapters', 'start', 'main'].includes(from)) {
      return [says(file, specifier, 'only the start imports adapters')];
    }
    if (from === 'adapters' && !['foundation', 'adapters'].includes(layer)) {
      return [says(file, specifier, 'an adapter offers what a port asks for and knows no more')];
    }
    const outward = SERVER_LAYERS.indexOf(layer) > SERVER_LAYERS.indexOf(from);
    return outward ? [says(file, specifier, `${from} may not import ${layer}`)] : [];
  });
};

/** The module of the server that a file is of. */
export const findModule = (path: string): string | undefined =>
  /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1];

export const moduleLine: HouseRule = (file) => {
  if (!file.path.startsWith(SERVER) || isTest(file.path)) return [];
  const own = findModule(file.path);
  return file.imports.flatMap((specifier) => {
    const to = target(file, specifier);
    const other = to === undefined ? undefined : findModule(to);
    if (to === undefined || other === undefined || other === own) return [];
    if (!to.endsWith(`/${other}/index.ts`)) return [says(file, specifier, `${other} is entered through its index.ts`)];
    if (own === undefined) return [];
    return isLeftOf(other, own) ? [] : [says(file, specifier, `${other} does not stand to the left of ${own}`)];
  });
};

/**
 * A module that is not in the line yet has no left, so nothing can be imported from or by it until it takes a place.
 */
const place = (name: string): number => {
  const index = MODULE_LINE.findIndex((module) => module === name);
  return index < 0 ? Number.NaN : index;
};
export const isLeftOf = (module: string, own: string): boolean => place(module) < place(own);

/**
 * What stands around the server's sources, and what of it each may import. Its commands and the measurements
 * put parts together as main.ts does; tools and browser tests see it from outside. Tools have what its
 * commands share, its locks of a file and of a directory, its variables, its calendar of corporate actions,
 * its game of collusion and the whole of it as a process; browser tests the helpers of its tests. Its
 * commands know no tools.
 */
const GUESTS = [
  { from: /^apps\/server\/bin\//, mayImport: /^apps\/server\/(src\/(?!main\.ts|start\/)|test\/support\/simulation\/)/ },
  { from: /^bench\//, mayImport: /^apps\/server\/(src\/(?!main\.ts|start\/|jobs\/)|test\/support\/)/ },
  { from: /^e2e\//, mayImport: /^apps\/server\/test\/support\// },
  {
    from: /^tools\//,
    mayImport:
      /^apps\/server\/(bin\/lib\/|test\/support\/(simulation\/collusion|server-process)\.ts$|src\/(config|adapters\/(file|directory)-lock|modules\/market\/index)\.ts$)/,
  },
] as const;

/** Commands, measurements, tools and browser tests import of the server only what is meant for them. */
export const serverGuests: HouseRule = (file) => {
  const guest = GUESTS.find(({ from }) => from.test(file.path));
  if (!guest || isTest(file.path)) return [];
  return file.imports.flatMap((specifier) => {
    const to = target(file, specifier);
    if (to?.startsWith('tools/') && file.path.startsWith('apps/'))
      return [says(file, specifier, 'an app knows no tools')];
    if (to === undefined || !to.startsWith('apps/server/') || guest.from.test(to)) return [];
    if (!guest.mayImport.test(to)) return [says(file, specifier, 'this part of the server is not for it')];
    const module = findModule(to);
    if (module === undefined || to.endsWith(`/${module}/index.ts`)) return [];
    return [says(file, specifier, `${module} is entered through its index.ts`)];
  });
};

/** A part that a browser runs: its sources, its layers from the inside out, and what it may have of another part. */
type BrowserPart = {
  readonly name: string;
  readonly root: string;
  readonly layers: readonly string[];
  readonly borrows?: RegExp;
};

const WEB: BrowserPart = {
  name: 'web',
  root: 'apps/web/src/',
  layers: ['lib', 'api', 'i18n', 'ui', 'shell', 'features', 'screens', 'routes', 'main.tsx'],
};

const CONSOLE: BrowserPart = {
  name: 'console',
  root: 'apps/console/src/',
  layers: ['lib', 'api', 'ui', 'shell', 'decisions', 'pages', 'routes', 'main.tsx'],
  // Both look the same, and meet the same browsers.
  borrows: /^apps\/web\/src\/(ui\/tokens\.css|lib\/(storage|translators)\.ts)$/,
};

const layerIn = ({ root, layers }: BrowserPart, path: string): number =>
  layers.findIndex((layer) => path.slice(root.length).split('/')[0] === layer);

/** Every file stands in a layer, and src itself holds main.tsx alone. */
const checkLayers =
  (part: BrowserPart): HouseRule =>
  ({ path }) =>
    path.startsWith(part.root) && layerIn(part, path) < 0
      ? [`${path} stands in no layer of the ${part.name}: ${part.layers.join(', ')}`]
      : [];

/** A file imports from its own layer and those before it, and packages by name. */
const checkImports =
  (part: BrowserPart): HouseRule =>
  (file) => {
    const { name, root, layers, borrows } = part;
    if (!file.path.startsWith(root) || isTest(file.path)) return [];
    const from = layerIn(part, file.path);
    return file.imports.flatMap((specifier) => {
      const to = target(file, specifier);
      if (specifier.startsWith('@khara/server') || to?.startsWith('apps/server/')) {
        return [says(file, specifier, `the ${name} never imports the server`)];
      }
      if (specifier.startsWith('node:')) return [says(file, specifier, 'a browser has no Node')];
      if (to === undefined || borrows?.test(to)) return [];
      if (!to.startsWith(root.replace(/src\/$/, ''))) {
        return [says(file, specifier, `the ${name} imports packages by name`)];
      }
      const layer = layerIn(part, to);
      return layer > from ? [says(file, specifier, `${layers[from] ?? ''} may not import ${layers[layer] ?? ''}`)] : [];
    });
  };

export const webLayers = checkLayers(WEB);
export const webImports = checkImports(WEB);
export const consoleLayers = checkLayers(CONSOLE);
export const consoleImports = checkImports(CONSOLE);

const says = (file: SourceFile, specifier: string, why: string): string => `${file.path} imports ${specifier}: ${why}`;

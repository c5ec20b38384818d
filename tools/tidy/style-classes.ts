/** What a component and its style sheet say of each other's classes. */
export type StyleClasses = {
  /** Named by code, and in no rule of the style sheet: `file: class`. */
  readonly undefinedOnes: readonly string[];
  /** In a rule of the style sheet, and named by no code. */
  readonly unused: readonly string[];
};

type File = { readonly path: string; readonly text: string };

const IMPORT = /import\s+(\w+)\s+from\s+'([^']+\.module\.css)'/g;

/** Without `:global(…)`, whatever brackets it has inside. */
function withoutGlobals(css: string): string {
  const from = css.indexOf(':global(');
  if (from < 0) return css;
  let depth = 0;
  for (let at = from + ':global'.length; at < css.length; at += 1) {
    if (css[at] === '(') depth += 1;
    if (css[at] === ')') depth -= 1;
    if (depth === 0) return css.slice(0, from) + withoutGlobals(css.slice(at + 1));
  }
  return css.slice(0, from);
}

/** Classes of a CSS module: not those of `:global(…)`, of comments, strings and addresses. */
export function readClasses(css: string): ReadonlySet<string> {
  const rules = withoutGlobals(css.replace(/\/\*[\s\S]*?\*\//g, '')).replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  // A selector is what stands before a brace; a number such as 0.5 begins no class.
  return new Set(
    [...rules.matchAll(/([^{};]*)\{/g)].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name),
    ),
  );
}

/**
 * Compares the classes of CSS modules with the code that imports them. `find` is the path of an import. A module
 * whose classes are chosen by a computed name counts as used as a whole.
 */
export function compareClasses(
  code: readonly File[],
  styles: readonly File[],
  find: (from: string, specifier: string) => string | undefined,
): StyleClasses {
  const defined = new Map(styles.map(({ path, text }) => [path, readClasses(text)]));
  const used = new Map<string, Set<string>>(styles.map(({ path }) => [path, new Set()]));
  const computed = new Set<string>();
  const undefinedOnes: string[] = [];
  for (const { path, text } of code) {
    for (const [, name = '', specifier = ''] of text.matchAll(IMPORT)) {
      const sheet = find(path, specifier);
      const classes = sheet === undefined ? undefined : defined.get(sheet);
      if (sheet === undefined || !classes) {
        undefinedOnes.push(`${path}: ${specifier}`);
        continue;
      }
      if (new RegExp(`\\b${name}\\[(?!')`).test(text)) computed.add(sheet);
      const direct = text.replace(IMPORT, '').matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'));
      for (const [, dotted, quoted] of direct) {
        const own = dotted ?? quoted ?? '';
        used.get(sheet)?.add(own);
        if (!classes.has(own)) undefinedOnes.push(`${path}: ${own}`);
      }
    }
  }
  const unused = [...defined].flatMap(([path, classes]) =>
    computed.has(path) ? [] : [...classes].filter((own) => !used.get(path)?.has(own)).map((own) => `${path}: ${own}`),
  );
  return { undefinedOnes: [...new Set(undefinedOnes)], unused };
}

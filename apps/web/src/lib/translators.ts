/**
 * Pages say `translate="no"`: Khara brings its own languages. A translator that does not heed it puts another text into
 * a `<font>` in the place of one of ours. What is written to ours then changes nothing that is seen, and React takes
 * away nodes that are somewhere else. Here a text that is written comes back to its place, and such a node is found.
 */

/** What stands in the page in the place of a text of ours. */
const standIns = new WeakMap<Node, Element>();
let isPatched = false;

/** Watches the page from now on. */
export function watchTranslators(): void {
  new MutationObserver((records) => {
    for (const record of records) {
      const fonts = [...record.addedNodes].filter((node) => isFont(node));
      if (fonts.length > 0) pair(records, record, fonts);
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const isFont = (node: Node | null): node is Element => node?.nodeName === 'FONT';

/** Finds the texts that each `<font>` stands for: those that left the same place within the same moment. */
function pair(
  records: readonly MutationRecord[],
  { target, previousSibling, nextSibling, removedNodes }: MutationRecord,
  fonts: readonly Element[],
): void {
  const [font] = fonts;
  if (!font || isFont(target)) return;
  const left = records.flatMap((other) => {
    if (other.target !== target || other.removedNodes.length === 0) return [];
    const isBeside = other.previousSibling === font || other.nextSibling === font;
    const wasThere = other.previousSibling === previousSibling && other.nextSibling === nextSibling;
    return isBeside || wasThere ? [...other.removedNodes] : [];
  });
  for (const node of [...removedNodes, ...left]) if (node.nodeType === Node.TEXT_NODE) standIns.set(node, font);
  if (!isPatched) patch();
  isPatched = true;
}

const findStandIn = (node: Node): Element | undefined => {
  let font = standIns.get(node);
  while (isFont(font?.parentNode ?? null)) font = font?.parentElement ?? undefined; // they stand in one another
  return font?.isConnected ? font : undefined;
};

/** The child of `parent` that is `node`, stands for it, or has it within; undefined when there is none. */
function childFor(parent: Node, node: Node): Node | undefined {
  let found: Node | null = findStandIn(node) ?? node;
  while (found && found.parentNode !== parent) found = found.parentNode;
  return found ?? undefined;
}

function patch(): void {
  for (const [prototype, name] of [
    [Node.prototype, 'nodeValue'],
    [CharacterData.prototype, 'data'],
  ] as const) {
    const own = Object.getOwnPropertyDescriptor(prototype, name);
    Object.defineProperty(prototype, name, {
      ...own,
      set(this: Node, value: string) {
        own?.set?.call(this, value);
        findStandIn(this)?.replaceWith(this);
        standIns.delete(this);
      },
    });
  }
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const there = child.parentNode === this ? child : childFor(this, child);
    removeChild.call(this, there ?? child);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    const there = before === null || before.parentNode === this ? before : childFor(this, before);
    insertBefore.call(this, node, there ?? before);
    return node;
  };
}

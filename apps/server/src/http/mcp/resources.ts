import {
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { DoorCaller } from '../kite/caller.ts';
import { Failure } from '../kite/failure.ts';
import { findPapers, type Paper } from '../manuals/papers.ts';

/** Lines of the statement that are read at once: the newest. */
const LINES = 50;
const JSON_TYPE = 'application/json';
const STATEMENT = 'khara://statement';
const STORY = /^khara:\/\/orders\/(\d{1,18})$/;
const PAPER = /^khara:\/\/docs\/([a-z-]+\.md)$/;

export type Resources = {
  readonly list: readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  read(caller: DoorCaller, uri: string): Promise<ReadResourceResult>;
};

/** What an assistant may read as it is: the member's statement, stories of orders, the manuals. */
export function findResources(): Resources {
  const papers = findPapers();
  return {
    list: [
      {
        uri: STATEMENT,
        name: 'statement',
        title: 'Statement',
        description: `The newest ${LINES} changes of the paper money, each with what was before and after.`,
        mimeType: JSON_TYPE,
      },
      ...[...papers].map(([name, { title }]) => ({
        uri: `khara://docs/${name}`,
        name,
        title,
        mimeType: 'text/markdown',
      })),
    ],
    templates: [
      {
        uriTemplate: 'khara://orders/{id}',
        name: 'order',
        title: 'Story of an order',
        description: 'An own order with its fills and its history, by its number.',
        mimeType: JSON_TYPE,
      },
    ],
    read: (caller, uri) => readResource(papers, caller, uri),
  };
}

async function readResource(
  papers: ReadonlyMap<string, Paper>,
  caller: DoorCaller,
  uri: string,
): Promise<ReadResourceResult> {
  const paper = papers.get(PAPER.exec(uri)?.[1] ?? '');
  if (paper) return { contents: [{ uri, mimeType: 'text/markdown', text: paper.read() }] };
  const data = await readOwn(caller, uri).catch((error: unknown) => {
    if (error instanceof Failure && error.status < 500) return undefined;
    throw error;
  });
  if (data === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify({ simulated: true, data }) }] };
}

/** Undefined: there is no such thing, or it is another's. */
async function readOwn(caller: DoorCaller, uri: string): Promise<unknown> {
  const [, id] = STORY.exec(uri) ?? [];
  if (id !== undefined) return caller.ask('orderDetail', { id });
  if (uri !== STATEMENT) return undefined;
  const { list } = await caller.ask('bill', { size: LINES });
  // Remarks may name a bank.
  return list.map(({ remark: _, ...line }) => line);
}

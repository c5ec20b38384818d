import { installed } from '../../../../tools/installed.ts';

/* The two official clients of the Model Context Protocol, as they are published: of its revisions of 2026
   and of 2025. */

type Answer = {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};
/**
 * What tests call of a client. Its own declarations come with its installation, after the types of tests are checked.
 */
export type McpClient = {
  connect(transport: object): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<Answer>;
};
type Transport = new (url: URL, options: { readonly requestInit: RequestInit }) => object;
type Library = {
  readonly Client: new (self: { readonly name: string; readonly version: string }, options: object) => McpClient;
  readonly StreamableHTTPClientTransport: Transport;
};

const load = installed('examples/assistant');
const revision2026 = load('@modelcontextprotocol/client') as Library;
const revision2025 = {
  ...(load('@modelcontextprotocol/sdk/client/index.js') as Library),
  ...(load('@modelcontextprotocol/sdk/client/streamableHttp.js') as Library),
};

/** Opens a client of a kind at the place for assistants, which sends these headers. */
const opener =
  ({ Client, StreamableHTTPClientTransport }: Library, options: object = {}) =>
  async (root: string, headers: Readonly<Record<string, string>>): Promise<McpClient> => {
    const client = new Client({ name: 'a model', version: '1' }, options);
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', root), { requestInit: { headers } }));
    return client;
  };

export const MCP_CLIENTS = {
  'of 2026': opener(revision2026, { versionNegotiation: { mode: 'auto' } }),
  'of 2026 as it is by itself': opener(revision2026),
  'of 2025': opener(revision2025),
} as const;
export type McpClientName = keyof typeof MCP_CLIENTS;

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
  listPrompts(): Promise<{ readonly prompts: readonly { readonly name: string }[] }>;
  getPrompt(asked: { readonly name: string; readonly arguments?: Readonly<Record<string, string>> }): Promise<{
    readonly messages: readonly { readonly content: { readonly text: string } }[];
  }>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  readResource(asked: { readonly uri: string }): Promise<{ readonly contents: readonly { readonly text: string }[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<Answer>;
};
/** How a client comes by tokens, as its library asks it. */
type AuthProvider = {
  readonly redirectUrl: string;
  readonly clientMetadata: object;
  state(): string;
  clientInformation(): object | undefined;
  saveClientInformation(client: object): void;
  tokens(): Tokens | undefined;
  saveTokens(tokens: Tokens): void;
  redirectToAuthorization(url: URL): void;
  saveCodeVerifier(verifier: string): void;
  codeVerifier(): string;
};
type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly scope: string };
type OpenTransport = { finishAuth(code: string, issuer?: string): Promise<void> };
type Transport = new (
  url: URL,
  options: { readonly requestInit?: RequestInit; readonly authProvider?: AuthProvider },
) => OpenTransport;
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
/**
 * Connects a client that has no token: `allow` takes the place of the browser and the member, and answers where the
 * browser was sent. Answers the client, and what it keeps.
 */
const letIn =
  ({ Client, StreamableHTTPClientTransport }: Library, options: object = {}) =>
  async (root: string, allow: (url: URL) => Promise<string>, scope?: string) => {
    const kept: { client?: object; tokens?: Tokens; verifier?: string; asked?: URL } = {};
    const redirectUrl = 'http://127.0.0.1:6274/callback';
    const authProvider: AuthProvider = {
      redirectUrl,
      clientMetadata: {
        client_name: 'Desk helper',
        redirect_uris: [redirectUrl],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...(scope !== undefined && { scope }),
      },
      state: () => 'a state of its own',
      clientInformation: () => kept.client,
      saveClientInformation: (client) => void (kept.client = client),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void (kept.asked = url),
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier!,
    };
    const transport = () => new StreamableHTTPClientTransport(new URL('/mcp', root), { authProvider });
    const connect = async () => {
      const client = new Client({ name: 'a model', version: '1' }, options);
      await client.connect(transport());
      return client;
    };
    await connect().then(
      () => Promise.reject(new Error('it was let in without a token')),
      (error: Error) => {
        if (kept.asked === undefined) throw error;
      },
    );
    const { searchParams: came } = new URL(await allow(kept.asked!));
    await transport().finishAuth(came.get('code')!, came.get('iss')!);
    return { client: await connect(), kept, connect };
  };

export const MCP_LET_IN = {
  'of 2026': letIn(revision2026, { versionNegotiation: { mode: 'auto' } }),
  'of 2025': letIn(revision2025),
} as const;
export type McpClientName = keyof typeof MCP_CLIENTS;

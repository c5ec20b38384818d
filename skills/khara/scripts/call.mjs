// Calls a tool and prints its answer; without one lists the tools. Needs Node 20 and no package.
import { pathToFileURL } from 'node:url';

const { KHARA_ROOT = 'http://127.0.0.1:8080', KHARA_KEY, KHARA_TOKEN } = process.env;

/** Sends one message of the protocol. Throws what the server refuses. */
async function send(method, params) {
  const answer = await fetch(`${KHARA_ROOT}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KHARA_KEY}:${KHARA_TOKEN}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await answer.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  if (message.result === undefined) throw new Error(message.error?.message ?? message.message);
  return message.result;
}

/** What a tool answers. Throws its refusal, as JSON. */
export async function callTool(name, fields = {}) {
  const { isError, structuredContent } = await send('tools/call', { name, arguments: fields });
  if (isError) throw new Error(JSON.stringify(structuredContent.refused));
  return structuredContent.data;
}

async function main([name, fields = '{}']) {
  if (name === undefined) {
    const { tools } = await send('tools/list', {});
    for (const { name: tool, description, inputSchema } of tools)
      console.log(`${tool} ${Object.keys(inputSchema.properties).join(' ')}\n  ${description}`);
  } else console.log(JSON.stringify(await callTool(name, JSON.parse(fields)), null, 2));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });

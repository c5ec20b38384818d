// What an assistant does from its key to a fill, with a script in the place of a model. Needs: npm ci in this folder.
// KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { KHARA_KEY, KHARA_TOKEN, KHARA_ROOT = 'http://localhost:8080' } = process.env;
const headers = { authorization: `Bearer ${KHARA_KEY}:${KHARA_TOKEN}` };
const client = new Client({ name: 'first-fill', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', KHARA_ROOT), { requestInit: { headers } }));

/** Calls a tool; what is refused is said with its reason. */
const call = async (name, fields = {}) => {
  const { structuredContent, isError } = await client.callTool({ name, arguments: fields });
  if (isError) throw new Error(`${structuredContent.refused.reason}: ${structuredContent.refused.message}`);
  return structuredContent.data;
};

const { note } = await call('is_this_real');
console.log(note.split('\n')[4]);
const order = { side: 'buy', code: 'AAMRAI', quantity: 1, type: 'market', product: 'delivery' };
const { total, charges, rehearsal } = await call('rehearse_order', order);
console.log('would cost', total, 'with charges of', charges.total);
const { orderId } = await call('place_order', { ...order, rehearsal });
const { state, fills } = await call('explain_order', { id: orderId });
console.log(orderId, state);
for (const { quantity, price } of fills) console.log('filled', quantity, 'at', price);
await client.close();

// Rehearses an order, and with --place places it: order.mjs buy|sell CODE QUANTITY [PRICE] [--place]
import { callTool } from './call.mjs';

const words = process.argv.slice(2).filter((word) => word !== '--place');
const [side, code, quantity, price] = words;
const terms = {
  side,
  code,
  quantity: Number(quantity),
  product: 'delivery',
  ...(price === undefined ? { type: 'market' } : { type: 'limit', price }),
};

async function main() {
  if (words.length < 3) throw new Error('order.mjs buy|sell CODE QUANTITY [PRICE] [--place]');
  const { rehearsal, total, charges, expectedFill, breakEven, warnings } = await callTool('rehearse_order', terms);
  console.log(
    JSON.stringify({ simulated: true, total, charges: charges.total, expectedFill, breakEven, warnings }, null, 2),
  );
  if (process.argv.includes('--place'))
    console.log(JSON.stringify(await callTool('place_order', { ...terms, rehearsal })));
}

await main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});

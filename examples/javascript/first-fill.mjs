// Buys one share at the market and prints its fill. Needs: npm ci in this folder.
// KHARA_KEY and KHARA_TOKEN are of a key that may place orders. KHARA_ROOT is the installation.
import { KiteConnect } from 'kiteconnect';

const { KHARA_KEY, KHARA_TOKEN, KHARA_ROOT = 'http://localhost:8080' } = process.env;
const kite = new KiteConnect({ api_key: KHARA_KEY, access_token: KHARA_TOKEN, root: KHARA_ROOT });

const prices = await kite.getLTP(['NSE:AAMRAI']);
console.log('last price', prices['NSE:AAMRAI'].last_price);
const { order_id: id } = await kite.placeOrder('regular', {
  exchange: 'NSE',
  tradingsymbol: 'AAMRAI',
  transaction_type: 'BUY',
  quantity: 1,
  product: 'CNC',
  order_type: 'MARKET',
  tag: 'first',
});
const state = (await kite.getOrderHistory(id)).at(-1);
console.log(id, state.status, state.status_message ?? '');
for (const trade of await kite.getOrderTrades(id)) console.log('filled', trade.quantity, 'at', trade.average_price);

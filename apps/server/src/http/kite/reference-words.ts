/** What stands above the door's calls, as Markdown. */
export const DOOR_WORDS = `
Calls for programs of members. They work with clients of the Kite Connect v3 API.

**Begin.** In the app, *Personal*, *Security*, *Keys for programs* makes a key with an access token. Each call sends
both: \`Authorization: token KEY:ACCESS_TOKEN\`. *Test Request* takes the same line.

**Clock.** Each instant is the market's, in India's time without a zone. Market dates run ahead of real ones where days
are compressed. \`X-Market-Time\` of each answer says what time it is there.

**Refusals** have \`message\`, \`error_type\`, a stable \`data.reason\`, and the field in \`data.field\`.

| error_type | status | when |
|---|---|---|
| InputException | 400 | a field is missing, malformed or unknown |
| OrderException, MarginException, HoldingException | 400 | the market, the money or the shares refuse it |
| TokenException | 403 | the key or the token is wrong, or has ended |
| PermissionException | 403 | the key may not do this, or not from this address |
| NetworkException | 429, 503 | a limit is reached, or the server is away: try again |
| GeneralException | 500 | a fault of this server |

A new order that the market refuses is an order all the same: its last state is REJECTED, with the reason.

**Limits** of a key: 10 orders a second, 1 \`/quote\` a second, 3 histories a second, 10 other calls a second. 5,000
orders a market day, and 25 changes of one order.

**Ticker.** A WebSocket at \`/?api_key=KEY&access_token=TOKEN\` sends prices in the modes \`ltp\`, \`quote\` and
\`full\`, and what becomes of own orders.
`.trim();

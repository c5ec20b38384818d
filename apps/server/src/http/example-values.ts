/** JSON Schema as zod writes it; a boolean takes anything or nothing. */
type Schema = Readonly<Record<string, unknown>>;

/** What a text field holds in an example, by its name. A field that is not here stops the test of the reference. */
const TEXTS: Readonly<Record<string, string>> = {
  accessKey: 'KHARA-2026',
  accessToken: 'vQ7dM2kHc0aXb5eT1yUo9rNfWsJzLpGi',
  accountNumber: '912345678901',
  action: 'read_identity',
  actor: 'user:42',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  addresses: '203.0.113.7',
  announcedOn: '2026-11-20',
  appName: 'Khara',
  applicationId: '88',
  asked: '{"side":"buy","code":"AAMRAI","quantity":10}',
  asset: 'INR',
  assistant: '1f2e3d4c5b6a7988',
  auctioned: 'KHARA 50',
  authority: 'none',
  backPhoto: 'f3a9c1',
  bankAddress: 'Fort, Mumbai',
  bankId: '3',
  bankName: 'Korkai Bank',
  basketId: '5',
  blacklist: '/pages/assets',
  body: 'Your order to buy 10 AAMRAI at 1320.50 is complete.',
  branchName: 'Fort',
  build: '1.1.0',
  buildId: '1.1.0',
  chain: 'drand',
  challenge: 'p1pMZ5tQxKXq3u0sYcV7bwGTmPq0l0hQkUe2a4vN8sWcX7Yt1aE',
  channelType: 'UPI',
  chargesOn: 'allotment',
  check: 'npm run verify',
  closesOn: '2026-12-10',
  code: 'AAMRAI',
  codes: 'AAMRAI',
  companyName: 'Korkai Bank Ltd',
  cover: '/h5/banners/practice.svg',
  cure: 'Sell what you hold for a market day or more.',
  cursor: 'eyJpZCI6IjQxMiJ9',
  date: '2026-11-30',
  days: '2026-11-26',
  dayHash: '2e573d4541fdd5df23d35d1bd5d755381f1b69442a4d4b53b81f973b2cbfca82',
  decision: 'upheld',
  declined: 'http://127.0.0.1:6274/callback?error=access_denied',
  defaultTransactionPassword: '480913',
  description: 'Makes and sells drinking glasses.',
  device: 'Phone of Asha',
  due: '2026-11-30',
  eta: 'within 10 minutes',
  eventId: '17',
  exDate: '2026-12-01',
  exchange: 'KHR',
  expiresOn: '2027-11-26',
  explanation: 'Three orders were cancelled within a second.',
  fees: 'none',
  fileId: 'f3a9c1',
  firedMarketTime: '2026-11-26T10:02:17+05:30',
  firstOn: '2026-12-01',
  endsOn: '2026-12-18',
  fixed: 'the first page',
  flag: '🇮🇳',
  from: '2026-11-01',
  fromDate: '2026-11-26',
  frontPhoto: 'f3a9c0',
  grant: '1f2e3d4c5b6a7988',
  heals: 'one point a day',
  holderName: 'Asha Rao',
  host: '127.0.0.1:6274',
  id: '412',
  idNumberMasked: 'XXXX XXXX 9012',
  ifsc: 'KHAR0000001',
  image: '/h5/banners/practice.svg',
  index: 'KHARA 50',
  indexName: 'KHARA 50',
  into: 'AAMRAIREAL',
  inviteCode: 'KHARA',
  ip: '203.0.113.7',
  isin: 'INE0A1B01011',
  issueDate: '2026-11-24',
  json: '{"name":"khara/log/1"}',
  key: '1f2e3d4c5b6a7988',
  keyword: 'mango',
  kind: 'buy',
  language: 'en',
  lastAddress: '203.0.113.7',
  legs: '[]',
  limit: '10000.00',
  link: '/pages/assets/orders?id=412',
  label: 'high',
  listId: '2',
  listingDate: '2026-12-03',
  listedOn: '2004-05-13',
  listsOn: '2026-12-08',
  lockedUntil: '2027-05-24',
  conditions: 'pe=5-20&stage=normal',
  closedOn: '2026-11-25',
  marketDate: '2026-11-26',
  marketTime: '2026-11-26T10:02:17+05:30',
  opensMarketTime: '2026-11-20T10:00',
  closesMarketTime: '2026-11-24T15:00',
  allotmentMarketTime: '2026-11-24T15:50',
  refused: 'It had rehearsed another order.',
  publishedOn: '2026-11-12',
  quarter: '2026-09-30',
  signingEndsMarketTime: '2026-11-26T15:30',
  metMarketTime: '2026-11-26T10:02:17+05:30',
  buyMarketTime: '2026-11-26T10:02:17+05:30',
  market_day: '2026-11-26',
  mode: 'draw_of_lots',
  myApplicationId: '88',
  name: 'Steady',
  networks: 'TRC20',
  nextCursor: 'eyJpZCI6IjQxMSJ9',
  nextDate: '2026-11-27',
  nextOn: '2026-12-01',
  nickname: 'Asha',
  note: 'khara/log\n1200\nqrvM…',
  number: 'none',
  offeringId: 'IPO-VAIDURYA-0',
  on: '2026-12-01',
  opensOn: '2026-12-02',
  order: 'limit',
  orderId: '412',
  other: 'KORKAIBANK',
  orderNumber: 'R2611260042',
  others: 'KHARA 200',
  otp: '123456',
  owner: 'user:42',
  paysOn: '2026-12-15',
  password: 'a long password of mine',
  phone: '9876543210',
  positionId: '31',
  postback: 'https://bot.example/orders',
  publicKey: 'ab3f'.repeat(16),
  qianduanVer: '1.1.0',
  qr: 'upi://pay?pa=khara@sandbox&am=5000.00',
  reason: 'insufficient_funds',
  request: 'eyJuYW1lIjoiRGVzayBoZWxwZXIifQ.mJ3c0sYcV7bwGTmPq0l0hQkUe2a4vN8sWcX7Yt1aEp1',
  recoveryCode: 'AA-BBBBB-CCCCC',
  recoveryCodes: 'AA-BBBBB-CCCCC',
  redirect: 'https://bot.example/back',
  ref: '412',
  refusal: 'insufficient_funds',
  regularId: '9',
  remark: 'Bought 10 AAMRAI',
  requestId: 'b0f5c2d4-1a2b-4c3d-8e9f-001122334455',
  resumesAt: '2026-11-26T11:15:00+05:30',
  root: '9c1d'.repeat(16),
  rule: 'quick_cancels',
  rulesVersion: '3',
  running: '2026-11-27',
  sandboxInviteCode: 'KHARA',
  score: 'a rule, published',
  refreshToken: 'hR4nB8wQz1xVt6jKd3mSy0pCfLgAeUoi',
  secret: 'JBSWY3DPEHPK3PXP',
  sector: 'consumer',
  sectorKey: 'consumer',
  series: 'EQ',
  settlesOn: '2026-12-11',
  sha256: '800d'.repeat(16),
  stage: 'LT-ASM I',
  summary: 'What a limit order waits for.',
  suspended: 'AAMRAI',
  tag: 'bot-7',
  tags: 'trend',
  text: 'My recharge has not come.',
  title: 'Your order is complete',
  to: '2026-11-26',
  token: 'nT3sVq0mZk8wYx2bLd7hRc5fJg1pAa9e',
  tool: 'place_order',
  tradeForTradeUntil: '2026-12-10',
  tradesUntil: '2026-12-04',
  type: 'market_day',
  uid: '4f1c3b2a-9d8e-4a7b-8c6d-112233445566',
  untilDate: '2026-12-26',
  untradableReason: 'suspended',
  url: 'https://khara.example/h5/',
  used: '1200.00',
  value: '5000.00',
  verifyUrl: 'https://khara.example/h5/#/pages/index/certificate',
  version: '1',
  votedOptionId: '2',
  vpa: 'khara@sandbox',
  warnings: 'wide_spread',
  whitelist: '/pages/market',
  who: 'staff',
  why: 'The price was reached.',
  ...Object.fromEntries(['confirmPassword', 'newPassword', 'oldPassword'].map((field) => [field, 'another long one'])),
};

/** Fields that take text or a number. */
const WHOLE: Readonly<Record<string, string | number>> = {
  afterSeq: 0,
  amount: '5000.00',
  code: 101,
  dayAmount: 25_000,
  dayOrders: 20,
  days: 30,
  every: 1,
  from: 1_793_471_400_000,
  fromSize: 1200,
  idNumber: '999941057058',
  limit: 50,
  lots: 1,
  minutes: 15,
  orders: 20,
  price: '1320.50',
  protection: '1.5',
  quantity: 10,
  shares: 6,
  additional: 2,
  rate: '84.20',
  size: 20,
  times: 12,
  to: 1_795_667_537_000,
  triggerPrice: '1310.00',
  disclosedQuantity: 5,
};

/** Lists, which a form sends as their JSON text. */
const LISTS: Readonly<Record<string, readonly unknown[]>> = {
  missions: [{ id: 'buy', on: null }],
  legs: [{ condition: 'above', triggerPrice: '1400.00', price: '1399.00' }],
  orders: [{ code: 'AAMRAI', side: 'buy', type: 'market', quantity: 10 }],
  list: [{ tool: 'level', points: [{ t: 1_795_667_537_000, price: '1320.50' }] }],
};

/** What texts of a pattern look like. The key is the pattern itself. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^\\d{6}$': '480913',
  '^-?\\d+\\.\\d+$': '13205.00',
  '^-?\\d+\\.\\d{2}$': '1320.50',
  '^[A-Za-z0-9_-]{8,64}$': 'b0f5c2d4-1a2b-4c3d-8e9f-001122334455',
  '^[A-Z0-9]{2,16}$': 'AAMRAI',
  '^[0-9a-f]*$': '6a09e667f3bcc908',
  '^[0-9a-f]{64}$': '2e573d4541fdd5df23d35d1bd5d755381f1b69442a4d4b53b81f973b2cbfca82',
  '^[2-9]\\d{3}(-\\d{2})?$': '2026-27',
  '^-?\\d+$': '1320500',
  '^(INR|USDT|EQ:[A-Z0-9]{1,20})$': 'INR',
  '^(INR|USDT)$': 'INR',
  '^\\d{1,15}(\\.\\d{1,2})?$': '1324.75',
};

/** An instant in ms, 2026-11-26 10:02:17 in India. */
const INSTANT = 1_795_667_537_000;
const INSTANT_NAME = /(At|Until|From|Time)$|^(at|until)$/;

/**
 * A value that the schema of a field takes, for readers of the reference: what zod wrote, filled in. Undefined
 * where a schema takes anything.
 */
export function exampleValue(schema: Schema | boolean, field = ''): unknown {
  if (typeof schema === 'boolean') return undefined;
  const { type, anyOf, oneOf, const: fixed, enum: words, pattern } = schema;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(words)) return words[0];
  const kinds = (anyOf ?? oneOf) as readonly Schema[] | undefined;
  if (kinds) return ofKinds(kinds, field);
  if (Array.isArray(type))
    return ofKinds(
      type.map((one: unknown) => ({ ...schema, type: one })),
      field,
    );
  switch (type) {
    case 'object':
      return ofFields(schema, field);
    case 'array':
      return Array.isArray(schema['prefixItems'])
        ? schema['prefixItems'].map((part: Schema) => exampleValue(part, field))
        : [exampleValue((schema['items'] ?? {}) as Schema, field)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return INSTANT_NAME.test(field) ? INSTANT : Math.max(3, Number(schema['minimum'] ?? 0));
    case 'string':
      return TEXTS[field] !== undefined && matches(TEXTS[field], pattern) ? TEXTS[field] : PATTERNS[String(pattern)];
    case 'null':
      return null;
  }
  return undefined;
}

const matches = (text: string, pattern: unknown): boolean =>
  typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text);

function ofKinds(kinds: readonly Schema[], field: string): unknown {
  const types = new Set(kinds.map(({ type }) => type));
  if (types.has('boolean')) return true;
  if (types.has('string') && types.has('array')) return LISTS[field] ?? [TEXTS[field]];
  const number = types.has('string') ? kinds.find(({ type }) => type === 'number' || type === 'integer') : undefined;
  if (number) return WHOLE[field] ?? TEXTS[field] ?? exampleValue(number, field);
  return exampleValue(kinds.find(({ type }) => type !== 'null') ?? {}, field);
}

function ofFields(schema: Schema, field: string): unknown {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const entries = Object.entries(properties).map(([name, part]) => [name, exampleValue(part, name)] as const);
  const more = schema['additionalProperties'];
  const rest = typeof more === 'object' && more !== null ? [['AAMRAI', exampleValue(more as Schema, field)]] : [];
  return Object.fromEntries([...entries, ...rest]);
}

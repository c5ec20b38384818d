import { handlers as credit } from '#modules/credit/index.ts';
import { handlers as wallet, receiveReport } from '#modules/wallet/index.ts';
import type { RailReport } from '#src/ports/payment-rail.ts';
import { noteAs, retried, type Act } from './act.ts';
import { HOLDER, TRANSACTION_PASSWORD, type World } from './world.ts';

/**
 * Money in, money out, what becomes of both, conversion, the account that money goes to, and the way out of a
 * blocked withdrawal.
 */

/** Amounts by which the sandbox's rail fails, dawdles, tells twice and takes back; mostly it does none of it. */
const PAISE = ['00', '00', '00', '00', '13', '17', '19', '23'];
const CHANNELS = ['UPI', 'IMPS', 'NEFT'] as const;
/** Addresses whose checksums are right. */
const ADDRESSES = {
  TRC: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ERC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;

export const recharge: Act = {
  name: 'recharge',
  run: async (world, who, how) => {
    const { chance } = world;
    const isUsdt = chance.below(6) === 0;
    const paise = chance.pick(PAISE);
    const requestId = chance.requestId();
    const rupees = chance.pick([5_000, 60_000, 300_000]) + chance.below(400);
    const body = isUsdt
      ? ({ currency: 'USDT', channelType: 'TRC', amount: `${50 + chance.below(500)}.0000${paise}`, requestId } as const)
      : ({ currency: 'INR', channelType: chance.pick(CHANNELS), amount: `${rupees}.${paise}`, requestId } as const);
    const fitting = body.channelType === 'UPI' && rupees > 100_000 ? { ...body, channelType: 'NEFT' } : body;
    await retried(world, how, async () =>
      noteAs(how, 'recharge asked')(await wallet.submitRecharge(world.deps, who, fitting)),
    );
  },
};

/**
 * Reports under way: the line to the rail is slow, and does not keep their order. A crash of the server does
 * not end it.
 */
const underWay = new WeakMap<World, RailReport[]>();

export const reports: Act = {
  name: 'rail reports',
  run: async (world, _who, how) => {
    const { chance } = world;
    world.advance(chance.pick([500, 2_500, 6_000]));
    const waiting = underWay.get(world) ?? [];
    underWay.set(world, waiting);
    await world.deps.rail.callback(async (report: RailReport) => void waiting.push(report));
    // Most arrive; now and then one stays behind and is overtaken by others.
    const arriving = waiting.length - (chance.below(3) === 0 ? chance.below(waiting.length + 1) : 0);
    for (let count = 0; count < arriving; count += 1) {
      const [report] = waiting.splice(chance.below(waiting.length), 1);
      if (!report) continue;
      how.count(`reported ${report.direction}: ${report.outcome}`);
      await retried(world, how, () => receiveReport(world.deps, report));
    }
  },
};

export const withdraw: Act = {
  name: 'withdraw',
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const paise = chance.pick(PAISE);
    const common = { requestId: chance.requestId(), transactionPassword: TRANSACTION_PASSWORD };
    if (chance.below(4) === 0) {
      const network = chance.pick(['TRC', 'ERC'] as const);
      const amount = `${10 + chance.below(60)}.0000${paise}`;
      const body = { ...common, currency: 'USDT', amount, network, address: ADDRESSES[network] } as const;
      await retried(world, how, async () =>
        noteAs(how, 'withdraw asked, USDT')(await wallet.submitWithdrawal(deps, who, body)),
      );
      return;
    }
    const { value: accounts = [] } = await wallet.bankAccounts(deps, who);
    const bankId = accounts[0]?.id ?? (await bind(world, who));
    const body = {
      ...common,
      currency: 'INR',
      amount: `${90 + chance.below(4_000)}.${paise}`,
      ...(bankId && { bankId }),
    } as const;
    await retried(world, how, async () =>
      noteAs(how, 'withdraw asked')(await wallet.submitWithdrawal(deps, who, body)),
    );
  },
};

async function bind({ chance, deps }: World, who: Parameters<Act['run']>[1]): Promise<string | undefined> {
  const accountNumber = String(100_000_000 + chance.below(900_000_000));
  const channelType = chance.pick(CHANNELS);
  const bound = await wallet.saveBankAccount(deps, who, {
    channelType,
    accountNumber,
    holderName: HOLDER,
    ifsc: 'KHAR0000001',
    password: TRANSACTION_PASSWORD, // here each member has one for everything
    transactionPassword: TRANSACTION_PASSWORD,
  });
  return bound.refused === undefined ? bound.value.id : undefined;
}

/** Another account, or none for a while: refused while money is on its way to it. */
export const rebind: Act = {
  name: 'bank account',
  run: async (world, who, how) => {
    const { value: accounts = [] } = await wallet.bankAccounts(world.deps, who);
    const [bound] = accounts;
    if (!bound) return void (await bind(world, who));
    await retried(world, how, async () =>
      noteAs(how, 'unbind')(await wallet.deleteBankAccount(world.deps, who, { id: bound.id })),
    );
  },
};

/** Gives up what is under way: in time, or too late. */
export const revoke: Act = {
  name: 'revoke',
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const isOut = chance.below(3) > 0;
    const newest = isOut
      ? await wallet.withdrawals(deps, who, { size: 5 })
      : await wallet.recharges(deps, who, { size: 5 });
    const numbers = (newest.value?.list ?? []).map(({ orderNumber }) => orderNumber);
    if (numbers.length === 0) return;
    const id = chance.pick(numbers);
    await retried(world, how, async () =>
      isOut
        ? noteAs(how, 'revoke of a withdrawal')(await wallet.revokeWithdrawal(deps, who, { id }))
        : noteAs(how, 'revoke of a recharge')(await wallet.revokeRecharge(deps, who, { id })),
    );
  },
};

export const convert: Act = {
  name: 'convert',
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const toUsdt = chance.below(2) === 0;
    const amount = toUsdt
      ? `${500 + chance.below(9_000)}.${chance.pick(PAISE)}`
      : `${5 + chance.below(80)}.${chance.below(900_000) + 100_000}`;
    const [from, to] = toUsdt ? (['INR', 'USDT'] as const) : (['USDT', 'INR'] as const);
    const body = { from, to, amount, requestId: chance.requestId() };
    await retried(world, how, async () => noteAs(how, `convert ${from}`)(await wallet.convert(deps, who, body)));
  },
};

/** Against an event that counts: undecided for 72 hours, it is upheld. */
export const appeal: Act = {
  name: 'appeal',
  run: async (world, who, how) => {
    const { value } = await credit.creditScore(world.deps, who);
    const event = value?.events.find(({ inForce }) => inForce);
    if (!event) return;
    const body = { eventId: event.id, text: 'This was not my doing.' };
    await retried(world, how, async () => noteAs(how, 'appeal made')(await credit.creditAppeal(world.deps, who, body)));
  },
};

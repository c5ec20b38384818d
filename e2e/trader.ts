import { fromElsewhere, type Account } from './phone.ts';

type Answer<T> = { readonly code: number; readonly msg: string; readonly data: T };
/** What each of them logs in with. */
export const LOGIN_PASSWORD = 'correct horse';
let asked = 0;
const fresh = (): string => `e2e-${process.pid}-${Date.now()}-${(asked += 1)}`;

/** A member who trades by the calls alone: the other side of what a phone does. */
export class Trader {
  readonly base: string;
  readonly account: Account;
  /** The number to log in with. */
  readonly phone: string;

  private constructor(base: string, account: Account, phone: string) {
    this.base = base;
    this.account = account;
    this.phone = phone;
  }

  /** Registers and recharges as often as it takes to have this many times half a million rupees. */
  static async arrive(base: string, recharges = 1): Promise<Trader> {
    const phone = `8${`${Date.now()}${Math.floor(Math.random() * 1e4)}`.slice(-9)}`;
    const account = await post<Account>(base, '', '/app/user/register', {
      phone,
      password: LOGIN_PASSWORD,
      inviteCode: 'KHARA',
      agree: true,
    });
    const trader = new Trader(base, account, phone);
    for (let count = 1; count <= recharges; count += 1) {
      await trader.ask('/app/wallet/submitRecharge', {
        currency: 'INR',
        channelType: 'upi',
        amount: '500000',
        requestId: fresh(),
      });
      for (;;) {
        const { available } = await trader.ask<{ available: string }>('/app/wallet/inrWallet');
        if (Number(available) >= 500_000 * count) break;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
    return trader;
  }

  ask<T>(path: string, data: object = {}): Promise<T> {
    return post<T>(this.base, this.account.token, path, data);
  }

  /**
   * Waits until there are `leftMs` of continuous trading left, since the product may have run for a while; answers the
   * market date.
   */
  async marketOpen(leftMs = 60_000): Promise<string> {
    for (;;) {
      const { market } = await this.ask<{ market: { marketDate: string; phase: string; nextPhaseAt: number } }>(
        '/app/config/info',
      );
      if (market.phase === 'continuous' && market.nextPhaseAt - Date.now() > leftMs) return market.marketDate;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  order<T>(side: 'buy' | 'sell', terms: object): Promise<T> {
    return this.confirmed(side, terms);
  }

  /** A call about orders under the transaction password. */
  confirmed<T>(call: 'buy' | 'sell' | 'modify', body: object): Promise<T> {
    return this.withPassword(`/app/order/contract/${call}`, body);
  }

  /** Sets an order that waits for a price. */
  trigger<T>(body: object): Promise<T> {
    return this.withPassword('/app/order/trigger/place', body);
  }

  private withPassword<T>(path: string, body: object): Promise<T> {
    const { defaultTransactionPassword: transactionPassword } = this.account;
    return this.ask<T>(path, { ...body, transactionPassword, requestId: fresh() });
  }
}

async function post<T>(base: string, token: string, path: string, data: object): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...(path.endsWith('/register') && fromElsewhere()) },
    body: JSON.stringify(data),
  });
  const body = (await answer.json()) as Answer<T>; // the contract's envelope
  if (body.code !== 200) throw new Error(`${path}: ${body.msg}`);
  return body.data;
}

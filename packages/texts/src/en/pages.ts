/** Texts that stand on pages of their own, in Markdown. */
export default {
  privacy: {
    title: 'Privacy Policy',
    body: `Khara is a practice market. It asks for as little about you as it can.

- **Kept:** your phone number, the name you chose, your passwords as hashes that cannot be read back, the devices and networks you log in from, and everything you do with paper money: recharges, orders, trades.
- **Purpose:** to let you log in, to keep others out, and to show you your statement. Nothing is sold, there are no advertisements, and no other company receives any of it.
- **How long:** sessions and security records up to one year, your account until you close it. The ledger keeps entries under a random number that is not your name.
- **No third parties:** the app loads no scripts, fonts or pictures from elsewhere and sets no cookies.

Please do not enter real identity documents or real bank details anywhere in this sandbox.`,
  },
  terms: {
    title: 'Terms of use',
    body: `1. Khara is for practice and learning. Prices are simulated and money is paper: it cannot be paid out and has no value.
2. The companies are made up. Nothing here is an offer, advice or an investment, and Khara is not registered with SEBI.
3. Rules, charges, sessions and price bands follow those of the real exchange as closely as we could make them. Where they differ, the page says so.
4. One account for one person of full age. Keep your passwords to yourself: Khara’s staff will never ask for them.
5. No person can set a price, pick a winner or edit a balance here. If you find a way, please tell us.`,
  },
  about: {
    title: 'About Khara',
    body: `*Khara* (खरा) means genuine. It is a practice stock market that its investors can check.

- **Prices** come only from orders that meet in an order book.
- **Balances** are the sum of a ledger to which entries are only ever added.
- **Every screen** that shows a price or an amount says that it is simulated.

Apps that look like this one are often used for fraud. If you are asked to pay real money into one, call **1930** or go to cybercrime.gov.in.`,
  },
  rules: {
    title: 'Rules',
    body: `### The market
- A market day runs from 08:45 to 16:00, market time. In the compressed clock it takes fifteen minutes of real time, and days follow each other without a break.
- Orders meet by price first, then by time. An order that is not filled lapses at the end of the day.
- A price is a multiple of the share's tick and lies inside its band for the day. A market order never fills beyond its protection.
- Shares you buy arrive on the next market day (T+1). You may sell them before.

### Money
- A buy freezes the most that it can cost. The unused part comes back at once.
- Charges are brokerage, STT, exchange charge, SEBI fee, stamp duty, GST and the DP charge of a sale, each to the paisa. The ticket shows them before you order.

### New issues
- When more people apply than there are lots, a draw decides. Every application has the same chance: more lots do not raise it.
- The draw is sealed before the first application. Afterwards any reader can run it again, here or without this app.
- Money for an application stays in your wallet, blocked until allotment. The money of an application that wins nothing is free again at that moment.

### Credit score
- It is 100 less what counts now. Only published events lower it, such as a recharge that its bank takes back; profit, loss and amounts never do.
- Withdrawals need 60. Every event ends by itself after a time that is known, and you can appeal against it.

### Recharges in the sandbox
The paise of the amount choose what happens: .13 fails, .17 takes 60 seconds, .19 is reported twice and credited once, .23 passes and is taken back after 20 seconds. Anything else passes within 5 seconds.`,
  },
  help: {
    title: 'Help',
    body: `**How do I start?** Tap Start practising on the first page: no phone is asked. Choose a stock and buy one share. Or create an account with a phone number and the invitation code KHARA, and add paper money on the recharge page.

**Where is my transaction password?** It was shown once when you registered. It works for 72 hours; set your own under Personal.

**Why was my order refused?** The message says which rule it met. The commonest: the price is not a multiple of the tick, or lies outside the day's band.

**I see an order as open.** No order has met its price yet. It lapses at the end of the market day, or you cancel it.

**A real app wants my money.** Call 1930, the national line for cyber fraud, without delay.`,
  },
  blockNotice: {
    title: 'Before you look at block trades',
    body: `In the real market a block is a single trade of at least Rs 25 crore between large institutions, in a window of its own, within three per cent of the reference price. **A retail investor is never offered one.** A person who offers you "block trades" or "institutional stocks" in an app is most likely stealing. Call 1930.`,
  },
  placementNotice: {
    title: 'Before you look at placements',
    body: `In the real market a private placement goes to institutions that the company invites, at most five per cent under a floor price, with a lock-in. **A retail investor is not offered one.** An access key that a stranger sends you is a lure, not a privilege. Call 1930.`,
  },
} as const;

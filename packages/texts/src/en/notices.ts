/** Notices that the server writes: `amount`, `price` and `charges` are rupees. */
export default {
  welcome: {
    title: 'Welcome to Khara',
    body: 'This is a practice market: simulated prices, paper money. Add paper money on the recharge page, then place your first order.',
  },
  welcomePractice: {
    title: 'Your practice account is ready',
    body: 'It has ₹1,00,000.00 of paper money, and it is on this device only. You can keep it with a phone number at any time.',
  },
  classEnds: {
    title: 'Your class ends on {{date}}',
    body: 'Its accounts are erased then. Keep yours with a phone number, or leave it.',
  },
  accountKept: {
    title: 'This account is kept',
    body: 'Log in on any device with your phone number and password. Orders ask for the transaction password from now on.',
  },
  changeTransactionPassword: {
    title: 'Choose your own transaction password',
    body: 'The one made for you works for 72 hours, and never for a withdrawal. After that it is only good for setting your own.',
  },
  lessonWeeks: {
    title: 'Three weeks since the lesson',
    body: 'Ten screens, two minutes: do you still tell a fake app from a genuine one?',
  },
  lessonMonths: {
    title: 'Three months since the lesson',
    body: 'Take the ten screens once more. A method is forgotten sooner than it changes.',
  },
  taskRecharge: {
    title: 'Add your first paper money',
    body: 'The recharge page gives it without any real payment. It arrives within seconds.',
  },
  taskOrder: {
    title: 'Place your first order',
    body: 'Choose a share and buy one. The ticket shows every charge before you confirm.',
  },
  taskKyc: {
    title: 'Get certified',
    body: 'Withdrawals need it. A specimen card is there to practise with: please do not use your own.',
  },
  transactionPasswordChanged: {
    title: 'Your transaction password was changed',
    body: 'It is asked for again in every session. If this was not you, change your login password now and reset it.',
  },
  supportAnswered: {
    title: 'Customer service has answered',
    body: 'The answer stands in your thread. Support never asks for a password or for real money.',
  },
  secondFactorOn: {
    title: 'Second factor switched on',
    body: 'Logging in now needs a code of your authenticator. All other sessions were ended. Keep your recovery codes where only you find them.',
  },
  secondFactorOff: {
    title: 'Second factor switched off',
    body: 'Logging in needs only your password again. All other sessions were ended. If this was not you, change your password now.',
  },
  transactionPasswordReset: {
    title: 'Transaction password reset',
    body: 'It was set anew by your login password. Withdrawals wait 24 hours, so that a thief of your password cannot leave with your money. If this was not you, change your login password now.',
  },
  kycSubmitted: {
    title: 'Your details are under review',
    body: 'Pictures are kept only until the decision, and a day longer. Your Aadhaar number is not kept: only its last four digits.',
  },
  kycCertified: {
    title: 'You are certified',
    body: 'Withdrawals are open to a bank account in your name.',
  },
  kycFailed: {
    title: 'Your identity check failed',
    body: 'The page says why, and you can hand in again.',
  },
  passkeyAdded: {
    title: 'Passkey added',
    body: 'A device can now log in to this account without the password. If this was not you, remove it and change your password now.',
  },
  programKeyRead: {
    title: 'Key for programs made: {{name}}',
    body: 'A program with this key can read your account and the market. It cannot place orders or move money. If this was not you, end it under Personal, Security, and change your login password.',
  },
  programKeyTrade: {
    title: 'Key for programs made: {{name}}',
    body: 'A program with this key can place, change and cancel orders without your transaction password. It cannot move money out. If this was not you, end it under Personal, Security, and change your login password.',
  },
  assistantRead: {
    title: 'Assistant let in: {{name}}',
    body: 'This assistant can read your account and the market, and rehearse orders if you allowed it. It cannot place orders or move money. If this was not you, end it under Personal, Security, and change your login password.',
  },
  assistantTrade: {
    title: 'Assistant let in: {{name}}',
    body: 'This assistant can place practice orders up to the sum and the number that you set. It cannot move money out. If this was not you, end it under Personal, Security, and change your login password.',
  },
  assistantAsks: {
    title: '{{name}} asks to place an order',
    body: 'It asks about {{quantity}} {{code}}. The question is good for two minutes; nothing is placed meanwhile.',
  },
  newDevice: {
    title: 'Login on a new device',
    body: 'A login to your account came from {{address}}, on a device that it did not know. If this was not you, end that session under Personal, Security, and change your password.',
  },
  sessionsRevoked: {
    title: 'Sessions ended: {{n}}',
    body: 'They were ended from your security page. If this was not you, change your login password now.',
  },
  passkeyRemoved: {
    title: 'Passkey removed',
    body: 'It no longer opens this account. If this was not you, change your password now and add one of your own.',
  },
  passwordReset: {
    title: 'Your login password was reset',
    body: 'It was set anew by a code of your authenticator and a recovery code. You have been logged out everywhere, and withdrawals wait 24 hours. If this was not you, set a new authenticator up now.',
  },
  withdrawalsOpen: {
    title: 'Withdrawals are open again',
    body: 'The wait after the reset of a password is over.',
  },
  bankBound: {
    title: 'Bank account added',
    body: 'Withdrawals can go to {{bank}}, {{account}}. If this was not you, change your login password now and remove it.',
  },
  bankRemoved: {
    title: 'Bank account removed',
    body: 'Withdrawals no longer go to {{bank}}, {{account}}. If this was not you, change your login password now.',
  },
  bankReplaced: {
    title: 'Your bank account was replaced',
    body: 'The first payout to {{bank}}, {{account}} is possible from {{from}}. If this was not you, stop it now with the button below: then nothing can be paid to it. Change your login password after that.',
  },
  bankStopped: {
    title: 'Payouts to your new bank account are stopped',
    body: 'Nothing can be paid to {{bank}}, {{account}} until it is confirmed with both passwords. If you did not add it, delete it and change both passwords now.',
  },
  sessionsEndedByStaff: {
    title: 'Customer service logged you out everywhere',
    body: 'Two people agreed to it, because it was asked for or your account seemed to be in other hands. Your access log has who and why. Nothing else was changed: log in as before.',
  },
  accountClosing: {
    title: 'Your account is being closed',
    body: 'In 48 hours what is personal in it is erased: phone, name, pictures, bank account, messages. The ledger keeps a random number and no person. Until then you can take it back under Personal, Privacy. If this was not you, change your password now.',
  },
  ownLimitsCarried: {
    title: 'Your own limits go on',
    body: 'An account with your phone or Aadhaar number was closed while limits of its owner were in force. They hold here, too. A pause ends when it would have; the rest can be loosened on My limits as always. If that account was not yours, loosen them there.',
  },
  passwordChanged: {
    title: 'Your login password was changed',
    body: 'Everywhere else you have been logged out. If it was not you, log in with the new password or write to customer service now.',
  },
  rechargePassed: {
    title: '{{money}} of paper money has arrived',
    body: 'Recharge {{orderNumber}} by {{channel}} has passed.',
  },
  rechargeFailed: {
    title: 'A recharge of {{money}} failed',
    body: 'The sandbox bank refused recharge {{orderNumber}}. Nothing was credited.',
  },
  rechargeReversed: {
    title: 'A recharge of {{money}} was taken back',
    body: 'The sandbox bank took back recharge {{orderNumber}} after it had passed. The statement has a line for it. From now on a recharge is credited half a minute later, when no bank can take it back.',
  },
  debtOpen: {
    title: 'You owe {{money}}',
    body: 'The platform paid it for you since it was not in your wallet: a recharge that the bank took back, a loss or charges. Until it is paid you can sell and close positions, and nothing else. Money that comes pays it first.',
  },
  debtPaid: {
    title: 'What you owed is paid: {{money}}',
    body: 'It was taken out of your wallet, and the statement has a line for it. You can buy and withdraw again.',
  },
  rechargeUnmatched: {
    title: '{{money}} came and could not be matched',
    body: 'It came for recharge {{orderNumber}} after it had ended, or it is another amount. It is kept apart until the bank takes it back; the recharge says more.',
  },
  rechargeSentBack: {
    title: '{{money}} went back to where it came from',
    body: 'It had come for recharge {{orderNumber}} and could not be matched. The bank has taken it back.',
  },
  buyFilled: {
    title: 'Bought {{quantity}} {{code}}',
    body: 'At ₹{{price}} a share on average. Charges ₹{{charges}}.',
  },
  sellFilled: {
    title: 'Sold {{quantity}} {{code}}',
    body: 'At ₹{{price}} a share on average. Charges ₹{{charges}}.',
  },
  orderSquaredOff: {
    title: 'Your intraday order in {{code}} ended at the square-off',
    body: '{{filled}} of {{quantity}} {{quantity|share was|shares were}} filled. Intraday orders end before the system closes intraday positions.',
  },
  orderMarginEnded: {
    title: 'Your intraday order in {{code}} ended',
    body: '{{filled}} of {{quantity}} {{quantity|share was|shares were}} filled. A loss had taken 80% of the margin, and the system closes the position.',
  },
  orderUnpaid: {
    title: 'Your order in {{code}} ended',
    body: '{{filled}} of {{quantity}} {{quantity|share was|shares were}} filled. The bank took back a recharge, and what is free in your wallet did not cover it.',
  },
  positionSquaredOff: {
    title: 'Your intraday position in {{code}} was squared off',
    body: 'The system closed {{quantity}} {{quantity|share|shares}} at ₹{{price}} before the market closes. Charges: ₹{{charges}}.',
  },
  marginCall: {
    title: 'Margin call: {{code}}',
    body: 'A loss has taken {{lost}}% of the margin of your {{quantity}} intraday shares. At ₹{{price}} the system closes them. You can close them yourself, or keep them as delivery.',
  },
  marginSquareOff: {
    title: 'The system closes {{code}}: 80% of the margin is lost',
    body: 'At ₹{{last}} a loss has taken {{lost}}% of the margin of your {{quantity}} intraday shares. Your own intraday orders in the share end first.',
  },
  marginSquaredOff: {
    title: 'Your intraday position in {{code}} was closed for its margin',
    body: 'The system closed {{quantity}} {{quantity|share|shares}} at ₹{{price}}, since a loss had taken 80% of the margin. Charges: ₹{{charges}}.',
  },
  sharesNotDelivered: {
    title: '{{code}}: {{quantity}} {{quantity|share was|shares were}} not delivered',
    body: 'The seller did not deliver. The exchange buys them in an auction, and you get them on {{date}}. If the auction finds none, you get money instead.',
  },
  purchaseClosedOut: {
    title: '{{code}}: money instead of {{quantity}} {{quantity|share|shares}}',
    body: 'The auction found none of the shares that were not delivered. You get ₹{{price}} for each, ₹{{amount}} in all. It can be withdrawn after the pay-out of {{date}}.',
  },
  soldNotDelivered: {
    title: '{{code}}: what you sold was not delivered to you',
    body: 'You sold {{quantity}} {{quantity|share|shares}} before they arrived. The seller did not deliver, so your sale is short. The exchange buys them in.',
  },
  saleBoughtIn: {
    title: '{{code}}: your sale was bought in at ₹{{price}}',
    body: '{{quantity}} {{quantity|share|shares}} that you sold for ₹{{sale}} could not be delivered. The auction cost you ₹{{loss}} over that.',
  },
  saleClosedOut: {
    title: '{{code}}: your sale was closed out at ₹{{price}}',
    body: '{{quantity}} {{quantity|share|shares}} that you sold for ₹{{sale}} could not be delivered, and the auction found none. The close-out cost you ₹{{loss}} over that.',
  },
  contractNoteReady: {
    title: 'Your contract note of {{date}} is ready',
    body: 'It has every trade of the day with each charge. You find it on the statement page.',
  },
  orderEnded: {
    title: 'Your order in {{code}} has ended',
    body: '{{filled}} of {{quantity}} {{quantity|share was|shares were}} filled. The amount frozen for the rest is free again.',
  },
  orderRejected: {
    title: 'Your order in {{code}} was rejected',
    body: 'The exchange did not take it. The amount frozen for it is free again.',
  },
  rechargeRevoked: {
    title: 'You gave up a recharge of {{money}}',
    body: 'Nothing will be credited for recharge {{orderNumber}}.',
  },
  rechargeExpired: {
    title: 'A recharge of {{money}} has expired',
    body: 'Recharge {{orderNumber}} was not paid in time. Nothing was credited.',
  },
  converted: {
    title: 'You changed {{money}} into {{received}}',
    body: 'Conversion {{orderNumber}} at ₹{{price}} for one USDT.',
  },
  withdrawalAsked: {
    title: 'You asked to withdraw {{money}}',
    body: 'Withdrawal {{orderNumber}} waits for its approval; until then the money is frozen. If this was not you, take it back under the records of withdrawals and change your password now.',
  },
  withdrawalRevoked: {
    title: 'You took back a withdrawal of {{money}}',
    body: 'Withdrawal {{orderNumber}} will not be paid. The money is in your wallet again.',
  },
  withdrawalPassed: {
    title: 'Your withdrawal of {{money}} was approved',
    body: 'Withdrawal {{orderNumber}} is on its way to the bank.',
  },
  withdrawalPaid: {
    title: '{{money}} of paper money was paid out',
    body: 'Withdrawal {{orderNumber}} has been remitted.',
  },
  withdrawalFailed: {
    title: 'A withdrawal of {{money}} failed',
    body: 'Withdrawal {{orderNumber}} was not paid. The money is in your wallet again.',
  },
  withdrawalReturned: {
    title: 'A withdrawal of {{money}} came back',
    body: 'The bank returned withdrawal {{orderNumber}}. The money is in your wallet again, its fee too.',
  },
  creditLowered: {
    title: 'Your credit score is now {{score}}',
    body: '{{points}} points. The credit page names the rule, what happened and how it heals.',
  },
  creditBlocked: {
    title: 'Withdrawals are paused: your credit score is {{score}}',
    body: 'The credit page names the rule, what happened and when it opens again by itself. You can appeal there.',
  },
  creditOpen: {
    title: 'Withdrawals are open again',
    body: 'Your credit score is {{score}}.',
  },
  appealUpheld: {
    title: 'Your appeal was upheld',
    body: 'The event no longer counts. Your credit score is {{score}}.',
  },
  appealDeclined: {
    title: 'Your appeal was declined',
    body: 'The event counts until it ends. The credit page says when.',
  },
  offeringInvited: {
    title: 'The access key of offerings is {{key}}',
    body: 'In this sandbox every member gets it, and it opens each of them. In the real market blocks and private placements are for institutions: they are not offered to you in an app, and a key that a stranger sends you is bait. A stranger who asks you to pay for such shares is most likely stealing. Call 1930.',
  },
  applicationMade: {
    title: 'Applied for {{code}}, lots: {{lots}}',
    body: '₹{{amount}} is blocked for it. The page of your application says until when it can be changed or taken back.',
  },
  applicationRevised: {
    title: 'Your application for {{code}} is for {{lots}} {{lots|lot|lots}} now',
    body: '₹{{amount}} is blocked for it. Your place stays the same.',
  },
  applicationCancelled: {
    title: 'You took back your application for {{code}}',
    body: '₹{{amount}} that was blocked is free again.',
  },
  applicationUnpaid: {
    title: 'Your application for {{code}} was taken back',
    body: 'The bank took back a recharge, and what is free in your wallet did not cover it. The ₹{{amount}} that was blocked pays for that; the rest of it is free again.',
  },
  allotmentWon: {
    title: 'You won {{code}}, lots: {{lots}}',
    body: '{{shares}} {{shares|share|shares}} at ₹{{price}}. ₹{{amount}} stays blocked until you sign; if you do nothing, it is signed when the window ends. The draw can be checked on your device.',
  },
  placementAllotted: {
    title: '{{code}} for you, lots: {{lots}}. Sign and pay ₹{{amount}}',
    body: '{{shares}} {{shares|share|shares}} at ₹{{price}}. The unpaid amount, any charges included, is taken only when you sign. Not signed in time, the allotment lapses and everything blocked is released.',
  },
  offerAllotted: {
    title: '{{code}} for you, lots: {{lots}}',
    body: '{{shares}} {{shares|share|shares}} at ₹{{price}}. Your bid binds: ₹{{amount}} that is blocked pays for them at the close of the next trading day, and they are credited then.',
  },
  allotmentFailed: {
    title: 'No lots of {{code}} this time',
    body: '₹{{amount}} that was blocked is free again. The draw can be checked on your device.',
  },
  allotmentSigned: {
    title: 'Signed for {{code}}, lots: {{lots}}',
    body: '₹{{amount}} was paid for {{shares}} {{shares|share|shares}}, any charges included. They reach your account before trading in them begins on {{date}}.',
  },
  allotmentPaid: {
    title: 'Paid for {{code}}, lots: {{lots}}',
    body: '₹{{amount}} was paid for {{shares}} {{shares|share|shares}}, charges included. They can be sold from {{date}} on.',
  },
  allotmentLapsed: {
    title: 'Your allotment of {{code}} has lapsed',
    body: 'It was not signed in time. ₹{{amount}} that was blocked is free again; nothing was taken.',
  },
  sharesCredited: {
    title: '{{shares}} {{shares|share|shares}} of {{code}} {{shares|is|are}} in your account',
    body: 'They can be sold from {{date}} on.',
  },
  listedToday: {
    title: '{{code}} is listed today',
    body: 'Its first price is found in a special auction before trading begins.',
  },
  offeringWithdrawn: {
    title: 'The offering of {{code}} was withdrawn',
    body: 'It was withdrawn before it closed. ₹{{amount}} that was blocked is free again.',
  },
  offeringLapsed: {
    title: 'The offering of {{code}} has lapsed',
    body: 'Its terms could not be kept, so nothing is allotted. ₹{{amount}} that was blocked is free again.',
  },
  offeringFailed: {
    title: 'The issue of {{code}} has failed',
    body: 'Fewer than 90% of its shares were asked for, so nothing is allotted. ₹{{amount}} that was blocked is free again.',
  },
  blockSettled: {
    title: 'Your block of {{code}} is settled',
    body: '{{shares}} {{shares|share|shares}} for ₹{{amount}}, charges included, delivered in the block window. They can be sold from {{date}} on.',
  },
  resultsOut: {
    title: 'Results of {{code}}: profit ₹{{profit}} crore',
    body: 'Expected for the quarter to {{quarter}} was ₹{{expected}} crore. The price has moved already: simulated participants read it first.',
  },
  dividendAnnounced: {
    title: '{{code}} pays a dividend of ₹{{amount}} a share',
    body: 'Holders at the end of the day before {{date}}, the ex-date, get it, paid on {{pays}}. On the ex-date the share begins that much lower.',
  },
  splitAnnounced: {
    title: '{{code}} splits: 1 share becomes {{times}}',
    body: 'On {{date}}, the ex-date, every share becomes {{times}} and its price as many times smaller. The value of your holding does not change by it.',
  },
  bonusAnnounced: {
    title: '{{code}} gives a bonus: {{a}} for every {{b}}',
    body: 'On {{date}}, the ex-date, holders get {{a}} new {{a|share|shares}} for every {{b}}, and the price falls to match. The value of your holding does not change by it.',
  },
  demergerAnnounced: {
    title: 'A part of {{code}} becomes a company of its own: {{into}}',
    body: 'On {{date}}, the ex-date, holders get {{a}} share of {{into}} for every {{b}}. A special pre-open finds what {{code}} is worth without that part. {{into}} begins to trade on {{lists}}.',
  },
  rightsAnnounced: {
    title: '{{code}} offers new shares to its holders: {{a}} for every {{b}} at ₹{{price}}',
    body: 'Holders at the end of the day before {{date}}, the ex-date, get entitlements. They can be used until {{until}}, or sold before. Unused ones lapse and are worth nothing.',
  },
  buybackAnnounced: {
    title: '{{code}} buys back shares at ₹{{price}}',
    body: 'Holders at the end of the day before {{date}}, the ex-date, can tender shares from {{from}} until {{until}}. A part of what is tendered is bought.',
  },
  dividendDue: {
    title: 'A dividend of {{code}} is yours: ₹{{amount}}',
    body: '₹{{cash}} for {{quantity}} {{quantity|share|shares}}, less ₹{{tds}} of tax. It is paid on {{date}}, also if you sell the shares before. Above ₹10,000 a year from one company, 10% tax is deducted at source (TDS).',
  },
  dividendPaid: {
    title: 'Dividend of {{code}} paid: ₹{{amount}}',
    body: 'It is in your rupee wallet, for {{quantity}} {{quantity|share|shares}}. Tax deducted at source: ₹{{tds}}.',
  },
  splitDone: {
    title: '{{code}} was split: you have {{total}} {{total|share|shares}} now',
    body: 'They were {{quantity}}. Their total cost stays as it was. Orders that waited were cancelled.',
  },
  bonusGiven: {
    title: '{{added}} bonus {{added|share|shares}} of {{code}}',
    body: 'You have {{total}} now. For a part of a share you got ₹{{cash}} in cash. Orders that waited were cancelled.',
  },
  leftOverShares: {
    title: 'Your intraday position in {{code}} is {{total}} {{total|share|shares}} now',
    body: 'It was left open over a split or a bonus, with {{quantity}} {{quantity|share|shares}}. Its total cost stays as it was, so that nothing is won or lost by it. The system closes it.',
  },
  longGets: {
    title: 'Your intraday position in {{code}}: ₹{{amount}} is added',
    body: 'It was left open over an ex-date, and the share lost what its holders got. That counts in its result when it is closed. The system closes it.',
  },
  shortOwes: {
    title: 'Your intraday position in {{code}}: ₹{{amount}} is taken off',
    body: 'You had sold first, and it was left open over an ex-date: a seller owes what holders got. It counts in its result when it is closed. The system closes it.',
  },
  demergerCredited: {
    title: '{{added}} {{added|share|shares}} of {{into}}, from {{code}}',
    body: 'For your {{quantity}} {{quantity|share|shares}} of {{code}}. {{percent}}% of what they cost is the cost of the new ones, and their date of purchase stays. {{into}} begins to trade on {{date}}; a part of a share is paid for in cash after that. Orders that waited were cancelled.',
  },
  partPaid: {
    title: '₹{{amount}} for a part of a share of {{code}}',
    body: 'Parts of shares were sold together at the close of the first day of trading. It is a sale in the tax report.',
  },
  rightsCredited: {
    title: '{{added}} {{added|entitlement|entitlements}} of {{code}}',
    body: 'For {{quantity}} {{quantity|share|shares}}. Each is good for one new share at ₹{{price}}. They trade from {{from}} until {{sellUntil}}. Apply until {{until}}: what is left then lapses and is worth nothing.',
  },
  buybackOpen: {
    title: '{{code}} buys back shares: you may tender',
    body: 'You held {{quantity}} {{quantity|share|shares}} on the record date, of which {{entitled}} {{entitled|is|are}} sure to be bought at ₹{{price}}. Tender from {{from}} until {{until}}.',
  },
  rightsApplied: {
    title: 'Applied for {{shares}} new {{shares|share|shares}} of {{code}}',
    body: '₹{{amount}} is blocked for it, with {{used}} {{used|entitlement|entitlements}}. You can withdraw until {{until}}.',
  },
  sharesTendered: {
    title: '{{shares}} {{shares|share|shares}} of {{code}} tendered',
    body: 'They are blocked until {{settles}}, and cannot be sold meanwhile. You can withdraw until {{until}}.',
  },
  holderOfferWithdrawn: {
    title: 'Withdrawn from the offer of {{code}}',
    body: 'Blocked money and shares are free again. You can take part again until {{until}}.',
  },
  entitlementsEndTrading: {
    title: 'Last day to sell: {{count}} {{count|entitlement|entitlements}} of {{code}}',
    body: 'They stop trading today. After that they are good for new shares only, at ₹{{price}} until {{until}}. One is worth about ₹{{worth}} now.',
  },
  entitlementsLapseSoon: {
    title: '{{count}} {{count|entitlement|entitlements}} of {{code}} {{count|lapses|lapse}} tonight',
    body: 'The issue closes today. Without an application you lose about ₹{{worth}}. New shares cost ₹{{price}} each.',
  },
  rightsAllotted: {
    title: '{{shares}} new {{shares|share|shares}} of {{code}} allotted',
    body: 'Paid: ₹{{amount}}. Of {{asked}} additional shares you got {{additional}}. ₹{{back}} is free again.',
  },
  entitlementsLapsed: {
    title: '{{count}} {{count|entitlement|entitlements}} of {{code}} {{count|has|have}} lapsed',
    body: 'They were not used or sold in time and are worth nothing now.',
  },
  buybackSettled: {
    title: '{{code}} bought back {{shares}} of your {{tendered}} {{tendered|share|shares}}',
    body: '₹{{amount}} has arrived. The other {{back}} {{back|share is|shares are}} free again. STT: ₹{{stt}}. Tax deducted at source: ₹{{tds}}.',
  },
  alertAbove: {
    title: '{{code}} has reached ₹{{price}}',
    body: 'Your alert at ₹{{target}} or more was met. It is done: an alert is sent once.',
  },
  alertBelow: {
    title: '{{code}} has fallen to ₹{{price}}',
    body: 'Your alert at ₹{{target}} or less was met. It is done: an alert is sent once.',
  },
  circuitLower: {
    title: '{{code}} is at its lower circuit, ₹{{price}}',
    body: 'It fell {{percent}}%, the most that a day allows. Without buyers a sale waits in a queue, and may wait for days.',
  },
  circuitUpper: {
    title: '{{code}} is at its upper circuit, ₹{{price}}',
    body: 'It rose {{percent}}%, the most that a day allows. Without sellers a purchase waits in a queue. A share that is hard to buy can be as hard to sell.',
  },
  stageBegan: {
    title: '{{code}} is under surveillance: {{stage}}',
    body: 'From today its price band is {{percent}}% and its margin {{margin}}%. New orders are for delivery only. You can sell what you have.',
  },
  stageTradeForTrade: {
    title: '{{code}} is under surveillance: {{stage}}',
    body: 'From today its price band is {{percent}}% and its margin {{margin}}%. Trade-for-trade: delivery only, and what you buy can be sold only once it has arrived.',
  },
  stageEnded: {
    title: '{{code}} is no longer under surveillance',
    body: 'From today its price band is {{percent}}% and its margin {{margin}}%. The measures of the stage have ended.',
  },
  triggerFired: {
    title: 'Your trigger in {{code}} fired',
    body: 'The price reached ₹{{trigger}}. A limit order for {{quantity}} {{quantity|share|shares}} at ₹{{price}} was placed. It may not fill when prices jump.',
  },
  pairFired: {
    title: 'Your stop and target in {{code}}: one fired',
    body: 'The price reached ₹{{trigger}}. A limit order for {{quantity}} {{quantity|share|shares}} at ₹{{price}} was placed, and the other trigger ended.',
  },
  triggerStopped: {
    title: 'Your trigger in {{code}} fired, and a limit that you set stopped its order',
    body: 'The price reached ₹{{trigger}}. No order for {{quantity}} {{quantity|share|shares}} at ₹{{price}} was placed: {{why}}.',
  },
  triggerFailed: {
    title: 'Your trigger in {{code}} fired, and its order was refused',
    body: 'The price reached ₹{{trigger}}. No order for {{quantity}} {{quantity|share|shares}} at ₹{{price}} was placed. The page of waiting orders says why, and sets it again.',
  },
  triggerExpired: {
    title: 'Your trigger in {{code}} has expired',
    body: 'Its price was not reached in 365 market days. Nothing was held for it.',
  },
  triggerEnded: {
    title: 'Your stop and target in {{code}} ended',
    body: 'The position was closed, so there is nothing left to sell or buy back.',
  },
  triggerEndedByAction: {
    title: 'Your trigger in {{code}} ended: demerger',
    body: 'A part of the company became another one, and the price of {{code}} is a new one today. Set the trigger again at a price that you choose now.',
  },
  alertsEnded: {
    title: 'Your price alerts on {{code}} ended: demerger',
    body: 'The price of {{code}} is a new one today, without the part that became another company. Set alerts again.',
  },
  triggerAdjusted: {
    title: 'Your trigger in {{code}} was adjusted',
    body: 'The company changed the number of its shares. The trigger is for {{quantity}} {{quantity|share|shares}} now, {{before}} before, and its prices changed to match.',
  },
  basketAdjusted: {
    title: 'Your basket {{name}} was adjusted',
    body: 'The company of {{code}} changed the number of its shares. Quantity and prices of its orders changed to match.',
  },
  basketDemerged: {
    title: 'Look at the prices in your basket {{name}}',
    body: 'A part of the company of {{code}} became another one, and its price is a new one today. The orders of the basket were not changed.',
  },
  regularPlaced: {
    title: 'Regular purchase made: {{name}}',
    body: 'Orders placed: {{placed}}. Open the page to see what became of each.',
  },
  regularPartly: {
    title: 'Regular purchase made in part: {{name}}',
    body: 'Orders placed: {{placed}} of {{orders}}. The page says why the others were not.',
  },
  regularSkippedMoney: {
    title: 'Regular purchase skipped: {{name}}',
    body: 'There was too little free money. Nothing was bought, and it goes on with its next date.',
  },
  regularSkippedLimit: {
    title: 'Regular purchase skipped: {{name}}',
    body: 'Nothing was bought: {{why}}. It goes on with its next date.',
  },
  regularSkipped: {
    title: 'Regular purchase skipped: {{name}}',
    body: 'Nothing was bought. The page says why. It goes on with its next date.',
  },
  regularEnded: {
    title: 'Regular purchase over: {{name}}',
    body: 'All of its {{times}} dates have come. The shares that it bought stay yours.',
  },
} as const;

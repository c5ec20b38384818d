/**
 * The credit score: what the server answers of its rules and events. `explanation` is of one event, `heals`
 * of the rule.
 */
export default {
  rule: {
    name_mismatch: {
      title: 'The bank’s holder is another person',
      explanation: 'A payout of {{money}} came back because the bank names another holder ({{orderNumber}}).',
      heals: 'Bind an account in your own name; otherwise it ends after 14 days.',
    },
    payout_returned: {
      title: 'A payout came back',
      explanation: 'A payout of {{money}} came back from the bank ({{orderNumber}}).',
      heals: 'It ends with your next withdrawal that is paid, otherwise after 7 days.',
    },
    recharge_reversed: {
      title: 'The bank took back a recharge',
      explanation: 'The bank took back a recharge of {{money}} after it had been credited ({{orderNumber}}).',
      heals:
        'It ends when the reversal has been matched with the bank at the close of the market day and nothing is missing; otherwise after 30 days.',
    },
    takeover_signals: {
      title: 'Signs of another person in your account',
      explanation:
        'Within a day your account was opened on a new device, its password was changed and a new payout target was added.',
      heals: 'It ends at once when you set up a second factor, otherwise after 24 hours.',
    },
    order_flood: {
      title: 'Too many order messages',
      explanation: 'More than 300 order messages were sent within a minute.',
      heals: 'It ends after 24 hours.',
    },
    duplicate_identity: {
      title: 'The same identity on two accounts',
      explanation: 'The same identity document is certified on another account.',
      heals: 'It ends when one of the accounts is closed or an appeal is upheld, otherwise after 30 days.',
    },
  },
  decision: {
    time: 'Undecided within 72 hours, so the appeal is upheld',
    upheld: 'The appeal was upheld',
    declined: 'The appeal was declined',
  },
} as const;

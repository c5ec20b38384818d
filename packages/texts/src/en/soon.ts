/** Pages that are not finished: what will be there. */
export default {
  tag: 'In the making',
  back: 'Back',
  home: 'To the home page',
  newsTitle: 'News is being written',
  newsText:
    'Articles will stand here: how an IPO lottery works, what T+1 means, how charges add up, and how to recognise a fake trading app.',
  messagesTitle: 'Customer service is being set up',
  messagesText: 'Here you will write with a person, and send a picture if it helps.',
  rulesTitle: 'The rules are being written down',
  rulesText:
    'Trading, the lottery, the credit score and the charges: every rule this market keeps, each with its source.',
  voteTitle: 'Voting opens later',
  voteText: 'Questions about this market, with everyone’s answers counted in the open.',
  customerTitle: 'Help and the certificate are being prepared',
  customerText:
    'Here will be help, and a plain certificate: who runs this market, that it is not registered with SEBI, and how to check what it says. Fraud can be reported by calling 1930.',
  noticesTitle: 'Your inbox is being built',
  noticesText: 'What happens to your orders and your money will be told here.',
  notFoundTitle: 'There is no page at this address',
  notFoundText: 'It may have moved, or been typed wrongly.',
} as const;

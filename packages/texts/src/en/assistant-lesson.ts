/** The lesson of what an assistant can get wrong: four rehearsals, and what each shows. */
export default {
  title: 'What an assistant can get wrong',
  about: 'Four rehearsals. Would you place each?',
  step: 'Rehearsal {{n}} of 4',
  said: 'You said',
  its: 'Its words',
  does: 'What would happen now',
  fills: '{{filled}} of {{quantity}} at {{price}} or better',
  ask: 'Would you place it?',
  answered: {
    place: 'You said Place.',
    notNow: 'You said Not now.',
  },
  next: 'Next',
  done: 'To my assistants',
  figures: 'Drawn, with today’s charges. No order is placed here.',
  quantity: {
    said: 'Buy five mango shares.',
    its: 'Five shares of AAMRAI, as you asked.',
    title: 'It heard fifty',
    text: 'The words beside it say five, the rehearsal says fifty. Only the rehearsal is what you would get: read its number and its sum, not the words.',
  },
  book: {
    said: 'Buy two hundred, now.',
    its: 'Two hundred bought at once at this price.',
    title: 'The book has forty',
    text: 'Forty shares are offered at this price. The other 160 wait, and may fill at another time or not at all. The rehearsal shows the book; the words do not.',
  },
  reason: {
    said: 'Keep an eye on the news.',
    its: 'Experts agree that it doubles this week.',
    title: 'It read that somewhere',
    text: 'A stranger can write such a sentence, also into a text that an assistant reads. It was not checked here. It may not place this order without you: say Not now, and ask where it read that.',
  },
  charges: {
    said: 'Make twenty rupees a day with small trades.',
    its: 'One share, sold two rupees higher.',
    title: 'Charges are larger than the gain',
    text: 'One share must rise to its break-even price before you gain anything, and two rupees are not enough. Small trades pay charges again and again. Your sum a day, your own limits and Pause hold whatever it says.',
  },
} as const;

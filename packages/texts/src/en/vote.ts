/** Votes. */
export default {
  people_one: '{{count}} vote',
  people_other: '{{count}} votes',
  closes: 'Closes {{at}}',
  closed: 'Closed {{at}}',
  options: 'Options',
  vote: 'Vote',
  choose: 'Choose an option to vote',
  login: 'Log in to vote',
  once: 'One vote a person; it cannot be changed. Results show once you have voted, or when the vote has closed.',
  yours: 'Your vote',
  voted: 'Thank you. Your vote counts.',
  results: 'Results',
  result: '{{name}}: {{percent}}, {{votes}} {{votes|vote|votes}}',
  none: 'There is no vote',
  noneText: 'Questions about this market are asked here.',
  home: 'To the home page',
} as const;

/** For an address that is no page. */
export default {
  title: 'There is no page at this address',
  text: 'It may have moved, or been typed wrongly.',
  home: 'To the home page',
} as const;

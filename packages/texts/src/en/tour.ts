/** Around the app in six steps, on the first visit and from help. */
export default {
  again: 'Show me around again',
  againText: 'Six short stops from the first page',
  next: 'Next',
  previous: 'Back',
  done: 'Done',
  progress: '{{n}} of {{total}}',
  marker: 'This market is a practice',
  markerText:
    'Prices are simulated and the money is paper. Tap this strip at any time to see where the market day stands.',
  search: 'Find a share',
  searchText: 'By its code, its name or its sector.',
  searchTextKeys: 'By its code, its name or its sector. The / key comes here, too.',
  hero: 'What you have',
  heroText: 'Your total and what today did to it. Without an account, this is where you open one.',
  shortcuts: 'More than shares',
  shortcutsText: 'New issues with a draw that you can check yourself, block trades, the rules, votes and help.',
  market: 'The market',
  marketText: 'Every share, live. Hold a row to watch, buy or sell it; tap it for the chart and the order book.',
  assets: 'Your money, explained',
  assetsText: 'Available and blocked money, with the reason of each block. Every rupee can be checked on this device.',
} as const;

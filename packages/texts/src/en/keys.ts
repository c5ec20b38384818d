/** The shortcuts of a keyboard. */
export default {
  title: 'Keyboard shortcuts',
  search: 'Search',
  buy: 'Buy the share on the page',
  sell: 'Sell the share on the page',
  close: 'Closes what lies on top',
  list: 'This list',
  desk: {
    share: 'Next share, previous share',
    interval: 'Interval of the chart',
    table: 'Chart as a table',
    full: 'Full screen chart',
    indicators: 'Indicators',
    draw: 'Draw on the chart, trend line',
    levelRay: 'Level, ray',
    pane: 'Next pane',
    tabs: 'The five tabs',
    arrows: 'Rows of a list or a table',
  },
  go: 'Go to a page: one key after the other',
  single: 'Single keys are shortcuts',
  singleText: 'Turn this off if you speak to your device or if keys are pressed by accident.',
} as const;

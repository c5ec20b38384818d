/** Search. */
export default {
  placeholder: 'Symbol or name',
  label: 'Search stocks',
  recent: 'Recent',
  clearRecent: 'Clear',
  popular: 'Most traded now',
  allStocks: 'All stocks',
  none: 'No stock matches “{{q}}”',
  noneText: 'Try a part of the symbol or of the name.',
  results_one: '{{count}} match',
  results_other: '{{count}} matches',
} as const;

/** The inbox. */
export default {
  all: 'All',
  task: 'Task',
  system: 'System',
  transaction: 'Transaction',
  categories: 'Categories',
  readAll: 'Read all',
  clearRead: 'Clear read',
  clearAsk: 'Take the read notices out of your inbox?',
  cleared: 'Operation successful',
  unread: 'Unread',
  empty: 'No notices here',
  emptyText: 'What happens to your orders and your money is told here.',
  today: 'Today',
  unknown: 'There is no such notice',
  toAll: 'See all notices',
  goTo: 'Go to: {{page}}',
} as const;

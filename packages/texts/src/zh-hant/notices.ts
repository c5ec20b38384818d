import type en from '../en/notices.ts';
import type { Shape } from '../shape.ts';

export default {
  all: '全部',
  task: '任務',
  system: '系統',
  transaction: '交易',
  categories: '分類',
  readAll: '全部已讀',
  clearRead: '清除已讀',
  clearAsk: '把已讀訊息移出訊息列表？',
  cleared: '操作成功',
  unread: '未讀',
  empty: '這裡沒有訊息',
  emptyText: '委託和資金的每一次變化都會在這裡告訴您。',
  today: '今天',
  unknown: '沒有這條訊息',
  toAll: '查看全部訊息',
  seeOrStop: '查看或停止',
  goTo: '前往「{{page}}」',
} satisfies Shape<typeof en>;

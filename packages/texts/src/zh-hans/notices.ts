import type en from '../en/notices.ts';
import type { Shape } from '../shape.ts';

export default {
  all: '全部',
  task: '任务',
  system: '系统',
  transaction: '交易',
  categories: '分类',
  readAll: '全部已读',
  clearRead: '清除已读',
  clearAsk: '把已读消息移出消息列表？',
  cleared: '操作成功',
  unread: '未读',
  empty: '这里没有消息',
  emptyText: '委托和资金的每一次变化都会在这里告诉您。',
  today: '今天',
  unknown: '没有这条消息',
  toAll: '查看全部消息',
  seeOrStop: '查看或停止',
  goTo: '前往“{{page}}”',
} satisfies Shape<typeof en>;

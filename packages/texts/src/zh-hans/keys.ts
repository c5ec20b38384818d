import type en from '../en/keys.ts';
import type { Shape } from '../shape.ts';

export default {
  title: '键盘快捷键',
  search: '搜索',
  buy: '买入页面上的股票',
  sell: '卖出页面上的股票',
  close: '关闭最上层的内容',
  list: '这份列表',
  go: '前往页面：依次按两个键',
  single: '单个按键可作快捷键',
  singleText: '如果您用语音操作设备，或容易误触按键，可以关闭。',
} satisfies Shape<typeof en>;

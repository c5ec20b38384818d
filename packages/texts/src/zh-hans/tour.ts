import type en from '../en/tour.ts';
import type { Shape } from '../shape.ts';

export default {
  again: '再带我看一次',
  againText: '从首页开始，共六步',
  next: '下一步',
  previous: '上一步',
  done: '完成',
  progress: '第 {{n}} 步，共 {{total}} 步',
  marker: '这是模拟市场',
  markerText: '价格是模拟的，资金是虚拟的。随时点这一条，就能看到交易日进行到哪里。',
  search: '查找股票',
  searchText: '可用代码、名称或行业搜索。使用键盘时，按 / 就会到这里。',
  hero: '您的资产',
  heroText: '您的总资产，以及今日盈亏。还没有账户的话，就从这里开户。',
  shortcuts: '不只是股票',
  shortcutsText: '新股的抽签可以由您自己核验，还有大宗交易、规则、投票和帮助。',
  market: '行情',
  marketText: '每只股票都实时更新。按住一行可以加入自选、买入或卖出；点一下就看到走势图和订单簿。',
  assets: '您的资金，一目了然',
  assetsText: '可用多少、冻结多少、为何冻结。每一卢比都能在这台设备上核验。',
} satisfies Shape<typeof en>;

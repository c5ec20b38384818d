import type { Shape } from '../shape.ts';
import type en from '../en/reports.ts';

export default {
  dayTitleUp: '{{date}} 收盘：{{index}} 上涨 {{percent}} %',
  dayTitleDown: '{{date}} 收盘：{{index}} 下跌 {{percent}} %',
  dayTitle: '{{date}} 收盘',
  daySummary: '{{up}} 只上涨、{{down}} 只下跌、{{same}} 只持平，成交金额 {{value}}。',
  indices: '指数',
  gainers: '涨幅最大',
  losers: '跌幅最大',
  active: '成交最多',
  listed: '首日挂牌',
  actions: '公司消息',
  line: '**{{name}}**（{{code}}）：{{price}}，{{change}} %',
  indexLine: '**{{name}}**：{{level}}，{{change}} %',
  levelLine: '**{{name}}**：{{level}}',
  activeLine: '**{{name}}**（{{code}}）：成交 {{volume}} 股，金额 {{value}}',
  listedLine: '**{{name}}**（{{code}}）发行价 {{issue}}，收于 {{price}}，{{change}} %',
  exDividend: '**{{code}}** 首日除息交易，每股股息 {{amount}}',
  exSplit: '**{{code}}** 完成拆股：一股变为 {{times}} 股',
  exBonus: '**{{code}}** 派送红股：每 {{b}} 股送 {{a}} 股',
  newDividend: '**{{code}}** 宣布每股派息 {{amount}}；除息日 {{date}}',
  newSplit: '**{{code}}** 宣布一股拆为 {{times}} 股；除权日 {{date}}',
  newBonus: '**{{code}}** 宣布每 {{b}} 股送 {{a}} 股红股；除权日 {{date}}',
  dayFoot: '本报告由模板依据 {{date}} 的成交生成。所有公司均为虚构，每个价格都是两笔委托相遇的价格。',
  upTitle: '{{name}} 上涨 {{percent}} %',
  downTitle: '{{name}} 下跌 {{percent}} %',
  moveSummary: '{{code}} 于 {{date}} 收在 {{price}}，前一日为 {{previous}}。',
  moveBody:
    '开盘 {{open}}，全天在 {{low}} 至 {{high}} 之间成交，共 {{volume}} 股、金额 {{value}}。\n\n为何变动不得而知：在这个市场，价格只来自相遇的委托，没有人说明自己的理由。',
} satisfies Shape<typeof en>;

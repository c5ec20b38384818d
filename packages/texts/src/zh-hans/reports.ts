import type { Shape } from '../shape.ts';
import type en from '../en/reports.ts';

export default {
  dayTitleUp: '{{date}}收盘：{{index}}上涨 {{percent}}%',
  dayTitleDown: '{{date}}收盘：{{index}}下跌 {{percent}}%',
  dayTitle: '{{date}}收盘',
  daySummary: '{{up}} 只上涨、{{down}} 只下跌、{{same}} 只持平，成交金额 {{value}}。',
  indices: '指数',
  gainers: '涨幅最大',
  losers: '跌幅最大',
  active: '成交最多',
  listed: '首日挂牌',
  actions: '公司消息',
  line: '**{{name}}**（{{code}}）：{{price}}，{{change}}%',
  indexLine: '**{{name}}**：{{level}}，{{change}}%',
  levelLine: '**{{name}}**：{{level}}',
  activeLine: '**{{name}}**（{{code}}）：成交 {{volume}} 股，金额 {{value}}',
  listedLine: '**{{name}}**（{{code}}）发行价 {{issue}}，收于 {{price}}，{{change}}%',
  exDividend: '**{{code}}** 首日除息交易，每股分红 {{amount}}',
  exSplit: '**{{code}}** 完成拆股：一股变为 {{times}} 股',
  exBonus: '**{{code}}** 送股：每 {{b}} 股送 {{a}} 股',
  newDividend: '**{{code}}** 宣布每股分红 {{amount}}；除息日 {{date}}',
  newSplit: '**{{code}}** 宣布一股拆为 {{times}} 股；除权日 {{date}}',
  newBonus: '**{{code}}** 宣布每 {{b}} 股送 {{a}} 股；除权日 {{date}}',
  dayFoot: '本报告由模板根据{{date}}的成交生成。所有公司均为虚构，每个价格都由两笔委托撮合而成。',
  upTitle: '{{name}}上涨 {{percent}}%',
  downTitle: '{{name}}下跌 {{percent}}%',
  moveSummary: '{{code}} 于{{date}}收在 {{price}}，前一日为 {{previous}}。',
  moveBody:
    '开盘 {{open}}，全天在 {{low}} 至 {{high}} 之间成交，共 {{volume}} 股、金额 {{value}}。\n\n为何变动不得而知：在这个市场，价格只由委托撮合产生，没有人会说明自己为何买卖。',
  news: {
    results_above: {
      title: '{{name}}盈利好于预期',
      summary: '模拟新闻：{{name}}（{{code}}）单季盈利增长 {{percent}}%，好于预期。',
    },
    results_below: {
      title: '{{name}}盈利不及预期',
      summary: '模拟新闻：{{name}}（{{code}}）单季盈利下滑 {{percent}}%，比预期更差。',
    },
    order_won: {
      title: '{{name}}赢得大额合同',
      summary: '模拟新闻：{{name}}（{{code}}）赢得价值 {{amount}} 千万的合同。',
    },
    order_lost: {
      title: '{{name}}失去大额合同',
      summary: '模拟新闻：{{name}}（{{code}}）的一名客户终止了价值 {{amount}} 千万的合同。',
    },
    upgrade: {
      title: '分析师看好{{name}}',
      summary: '模拟新闻：分析师对 {{name}}（{{code}}）的估值高于此前，理由是利润率改善。',
    },
    downgrade: {
      title: '分析师看淡{{name}}',
      summary: '模拟新闻：分析师对 {{name}}（{{code}}）的估值低于此前，理由是成本上升。',
    },
    expansion: {
      title: '{{name}}扩大经营',
      summary: '模拟新闻：{{name}}（{{code}}）新设一处经营场所，预计一年内增长 {{percent}}%。',
    },
    stoppage: {
      title: '{{name}}一处经营场所停工',
      summary: '模拟新闻：{{name}}（{{code}}）一处经营场所因故障停工，未来数日有 {{percent}}% 的业务受影响。',
    },
  },
  newsBody:
    '**这是模拟新闻。** {{name}}与文中所述均为虚构。\n\n模拟参与者和专业投资者一样，比这里早片刻读到这则新闻，股价已经反应。他们与所有人一样只通过委托行动，价格只随这些委托而动。\n\n没有人挑选这则新闻：交易日的种子决定何时出现什么新闻，而种子的哈希值在当日开始前已写入公开日志。{{date}}的委托日志会在相应位置列出这则新闻。',
} satisfies Shape<typeof en>;

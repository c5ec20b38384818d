import type en from '../en/story.ts';
import type { Shape } from '../shape.ts';

export default {
  step: {
    accepted: '已保存，随后确认',
    waits_for_open: '等待下一次开盘竞价',
    opened: '已进入订单簿',
    openedBehind: '已进入订单簿，前面有 {{ahead}} 股',
    openedFirst: '已进入订单簿，排在首位',
    trigger_pending: '等待 {{price}} 的成交',
    triggered: '{{price}} 的成交触发了它',
    filled: '以 {{price}} 成交 {{quantity}}',
    modified: '已修改：剩余 {{quantity}}，价格 {{price}}',
    modify_refused: '未作修改',
    cancel_refused: '无法撤单',
    became_limit: '{{quantity}} 转为 {{price}} 的限价委托',
    cancelled: '已撤销',
    expired: '已失效',
    rejected: '交易所未接受',
  },
  why: {
    after_market: '休市时的委托于下一交易日 09:00 进入订单簿，须在当日价格区间内。',
    book: '到达时：买 {{bid}}，卖 {{ask}}，最新 {{price}}。',
    taker: '成交 {{trade}}：与订单簿中等待的委托撮合。',
    maker: '成交 {{trade}}：另一笔委托与它成交。',
    opening_auction: '开盘竞价成交 {{trade}}：全部按同一价格。',
    closing_auction: '收盘竞价成交 {{trade}}：全部按同一价格。',
    post_close: '收盘后成交 {{trade}}，按收盘价。',
    trigger: '止损委托在最新价达到触发价之前不进入订单簿。',
    keptPriority: '只是数量变少，或披露得更少，保留了排队位置。',
    lostPriority: '排到已有委托之后：新价格、更大数量或披露更多会失去位置。',
    became_limit: '竞价未成交的市价委托转为竞价价格的限价委托。',
    square_off: '由系统下单：日内持仓在收盘前平仓。',
  },
} satisfies Shape<typeof en>;

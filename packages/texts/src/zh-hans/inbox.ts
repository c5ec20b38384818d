import type en from '../en/inbox.ts';
import type { Shape } from '../shape.ts';

export default {
  welcome: {
    title: '欢迎来到 Khara',
    body: '这是模拟市场：价格是模拟的，资金是纸面的。请先到充值页加入纸面资金，再下第一笔委托。',
  },
  changeTransactionPassword: {
    title: '请设置自己的交易密码',
    body: '系统为您生成的密码在 72 小时内有效，且不能用于提款；之后只能用来设置新密码。',
  },
  passwordChanged: {
    title: '您的登录密码已更改',
    body: '其他设备均已退出登录。若非您本人操作，请用新密码登录或立即联系客服。',
  },
  rechargePassed: {
    title: '₹{{amount}} 纸面资金已到账',
    body: '通过 {{channel}} 的充值 {{orderNumber}} 已通过。',
  },
  rechargeFailed: {
    title: '₹{{amount}} 的充值失败',
    body: '沙盒银行拒绝了充值 {{orderNumber}}，没有任何入账。',
  },
  rechargeReversed: {
    title: '₹{{amount}} 的充值被收回',
    body: '充值 {{orderNumber}} 通过后又被沙盒银行收回，账单中有一条记录。',
  },
  buyFilled: {
    title: '已买入 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，费用 ₹{{charges}}。',
  },
  sellFilled: {
    title: '已卖出 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，费用 ₹{{charges}}。',
  },
  orderEnded: {
    title: '您的 {{code}} 委托已结束',
    body: '{{quantity}} 股中成交 {{filled}} 股，其余冻结已解除。',
  },
  orderRejected: {
    title: '您的 {{code}} 委托被拒绝',
    body: '交易所没有接受，冻结已解除。',
  },
} satisfies Shape<typeof en>;

import type en from '../en/inbox.ts';
import type { Shape } from '../shape.ts';

export default {
  welcome: {
    title: '欢迎来到 Khara',
    body: '这是模拟市场：价格是模拟的，资金是虚拟的。请先到充值页充入虚拟资金，再下第一笔委托。',
  },
  changeTransactionPassword: {
    title: '请设置自己的交易密码',
    body: '系统为您生成的密码在 72 小时内有效，且不能用于提现；之后只能用来设置新密码。',
  },
  taskRecharge: {
    title: '充入第一笔虚拟资金',
    body: '在充值页获取，无需任何真实付款，几秒内到账。',
  },
  taskRechargeDone: {
    title: '已完成：第一笔虚拟资金已到账',
    body: '您可以用它下单买入股票。',
  },
  taskOrder: {
    title: '下第一笔委托',
    body: '选一只股票买入一股。确认前，委托单会列出每项费用。',
  },
  taskOrderDone: {
    title: '已完成：第一笔委托已成交',
    body: '持仓与对账单列出这笔交易及每项费用。',
  },
  taskKyc: {
    title: '完成身份验证',
    body: '提现前需要完成。页面提供练习用样卡，请勿上传您自己的证件。',
  },
  taskKycDone: {
    title: '已完成：您已通过身份验证',
    body: '可提现至您本人名下的银行账户。',
  },
  changeTransactionPasswordDone: {
    title: '已完成：您已设置自己的交易密码',
    body: 'Khara 的人绝不会向您索取。',
  },
  transactionPasswordChanged: {
    title: '您的交易密码已修改',
    body: '每次登录后都会重新要求输入。若非本人操作，请立即修改登录密码并重置交易密码。',
  },
  supportAnswered: {
    title: '客服已回复',
    body: '回复在您的对话中。客服不会索取密码或真实款项。',
  },
  secondFactorOn: {
    title: '双重验证已开启',
    body: '现在登录需要身份验证器的验证码。其他设备均已退出登录。请将恢复码保存在只有您找得到的地方。',
  },
  secondFactorOff: {
    title: '双重验证已关闭',
    body: '现在仅凭密码即可登录。其他设备均已退出登录。如果不是您本人操作，请立即修改密码。',
  },
  transactionPasswordReset: {
    title: '交易密码已重置',
    body: '已凭登录密码重新设置。24 小时内不能提现，以防盗用密码的人转走您的资金。如果不是您本人操作，请立即修改登录密码。',
  },
  kycSubmitted: {
    title: '您的资料正在审核',
    body: '图片只保留到审核决定后一天。不保存您的 Aadhaar 号码，只保留末四位。',
  },
  kycCertified: {
    title: '您已通过身份验证',
    body: '现在可以提现到您本人名下的银行账户。',
  },
  kycFailed: {
    title: '身份验证未通过',
    body: '页面上写明原因，您可以重新提交。',
  },
  passkeyAdded: {
    title: '已添加通行密钥',
    body: '有一个设备现在可以不用密码登录此账户。如果不是您本人操作，请移除它并立即修改密码。',
  },
  newDevice: {
    title: '有新设备登录',
    body: '有人从 {{address}} 用账户未曾使用过的设备登录。若非本人，请到“我的”的“安全”结束该登录，并修改密码。',
  },
  sessionsRevoked: {
    title: '已结束的登录：{{n}}',
    body: '这些登录是从您的安全页面结束的。若非本人操作，请立即修改登录密码。',
  },
  passkeyRemoved: {
    title: '已移除通行密钥',
    body: '该通行密钥不能再登录此账户。若非本人操作，请立即修改密码，并添加您自己的通行密钥。',
  },
  passwordReset: {
    title: '您的登录密码已重置',
    body: '已凭身份验证器的验证码和一组恢复码重新设置。您已在所有设备上退出登录，24 小时内不能提现。若非本人操作，请立即重新设置身份验证器。',
  },
  withdrawalsOpen: {
    title: '提现已重新开放',
    body: '重置密码后的等待时间已结束。',
  },
  bankBound: {
    title: '已添加银行账户',
    body: '现在可以提现到 {{bank}}，{{account}}。若非本人操作，请立即修改登录密码并移除此账户。',
  },
  bankRemoved: {
    title: '已移除银行账户',
    body: '不再提现到 {{bank}}，{{account}}。若非本人操作，请立即修改登录密码。',
  },
  bankReplaced: {
    title: '您的银行账户已更换',
    body: '自 {{from}} 起，才能首次提现到 {{bank}}，{{account}}。若非本人操作，请立即用下方按钮停止：之后不会有任何款项汇入该账户。接着请修改登录密码。',
  },
  bankStopped: {
    title: '已停止提现至新的银行账户',
    body: '在用两个密码确认之前，不会有任何款项汇入 {{bank}}，{{account}}。若不是您添加的账户，请删除并立即修改两个密码。',
  },
  sessionsEndedByStaff: {
    title: '客服已将您在所有设备上退出登录',
    body: '由两位人员同意执行，原因是有人提出要求，或您的账户疑似由他人使用。由谁执行及原因，可在“我的”的“隐私”查看。其他都没有更改，请照常登录。',
  },
  accountClosing: {
    title: '您的账户正在注销',
    body: '48 小时后，其中的个人资料将被清除：电话、姓名、图片、银行账户、消息。账本只保留一个随机编号，不指向任何人。在此之前，您可在“我的”的“隐私”取消。如果不是您本人操作，请立即修改密码。',
  },
  passwordChanged: {
    title: '您的登录密码已修改',
    body: '其他设备均已退出登录。若非您本人操作，请用新密码登录或立即联系客服。',
  },
  rechargePassed: {
    title: '{{money}} 虚拟资金已到账',
    body: '通过 {{channel}} 的充值 {{orderNumber}} 已通过。',
  },
  rechargeFailed: {
    title: '{{money}} 的充值失败',
    body: '沙盒银行拒绝了充值 {{orderNumber}}，没有任何入账。',
  },
  rechargeReversed: {
    title: '{{money}} 的充值被收回',
    body: '充值 {{orderNumber}} 通过后又被沙盒银行收回，对账单中有一条记录。',
  },
  rechargeUnmatched: {
    title: '{{money}} 已到账，但无法匹配',
    body: '这笔钱在充值 {{orderNumber}} 结束后才到，或金额不同。银行收回之前它会单独存放，详情请看该笔充值。',
  },
  rechargeSentBack: {
    title: '{{money}} 已退回原处',
    body: '这笔钱是为充值 {{orderNumber}} 而来，但无法匹配。银行已将它收回。',
  },
  buyFilled: {
    title: '已买入 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，费用 ₹{{charges}}。',
  },
  sellFilled: {
    title: '已卖出 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，费用 ₹{{charges}}。',
  },
  orderSquaredOff: {
    title: '您的 {{code}} 日内委托在平仓时结束',
    body: '{{quantity}} 股中成交 {{filled}} 股。系统平掉日内持仓之前，日内委托一律结束。',
  },
  positionSquaredOff: {
    title: '您的 {{code}} 日内持仓已由系统平仓',
    body: '收盘前系统以 ₹{{price}} 平仓 {{quantity}} 股。费用：₹{{charges}}。',
  },
  contractNoteReady: {
    title: '您{{date}}的成交单已备好',
    body: '内含当天每笔成交与各项费用，可在对账单页面取得。',
  },
  orderEnded: {
    title: '您的 {{code}} 委托已结束',
    body: '{{quantity}} 股中成交 {{filled}} 股，其余冻结已解除。',
  },
  orderRejected: {
    title: '您的 {{code}} 委托被拒绝',
    body: '交易所没有接受，冻结已解除。',
  },
  rechargeRevoked: {
    title: '您撤销了 {{money}} 的充值',
    body: '充值 {{orderNumber}} 不会入账。',
  },
  rechargeExpired: {
    title: '{{money}} 的充值已超时',
    body: '充值 {{orderNumber}} 未在时限内付款，没有任何资金入账。',
  },
  converted: {
    title: '您已将 {{money}} 兑换成 {{received}}',
    body: '兑换 {{orderNumber}}，汇率为 1 USDT 兑 ₹{{price}}。',
  },
  withdrawalAsked: {
    title: '您申请提现 {{money}}',
    body: '提现 {{orderNumber}} 正等待批准，在此之前资金冻结。如果不是您本人操作，请到提现记录撤回，并立即修改密码。',
  },
  withdrawalRevoked: {
    title: '您撤回了 {{money}} 的提现',
    body: '提现 {{orderNumber}} 不会打款，资金已回到您的钱包。',
  },
  withdrawalPassed: {
    title: '您的 {{money}} 提现已批准',
    body: '提现 {{orderNumber}} 正在汇往银行。',
  },
  withdrawalPaid: {
    title: '{{money}} 虚拟资金已打款',
    body: '提现 {{orderNumber}} 已打款。',
  },
  withdrawalFailed: {
    title: '一笔 {{money}} 的提现失败',
    body: '提现 {{orderNumber}} 未打款，资金已回到您的钱包。',
  },
  withdrawalReturned: {
    title: '一笔 {{money}} 的提现被退回',
    body: '银行退回了提现 {{orderNumber}}，资金与手续费已回到您的钱包。',
  },
  creditLowered: {
    title: '您的信用分现为 {{score}}',
    body: '{{points}} 分。信用页面写明规则、事由与恢复方式。',
  },
  creditBlocked: {
    title: '提现已暂停：您的信用分为 {{score}}',
    body: '信用页面写明规则、事由与自动恢复的时间，也可在那里申诉。',
  },
  creditOpen: {
    title: '提现已恢复',
    body: '您的信用分为 {{score}}。',
  },
  appealUpheld: {
    title: '您的申诉成立',
    body: '该事件不再计入，您的信用分为 {{score}}。',
  },
  appealDeclined: {
    title: '您的申诉不成立',
    body: '该事件计入至其结束，时间见信用页面。',
  },
  offeringInvited: {
    title: '{{code}} 的访问密钥是 {{key}}',
    body: '在这个沙盒中人人都会收到，以便试用页面。在真实市场，大宗交易与私募配售只面向机构：没有人会在应用里提供给您，陌生人发来的密钥是诱饵。要您为这类股票付款的人极可能在行骗。请拨 1930。',
  },
  applicationMade: {
    title: '已申购 {{code}} {{lots}} 手',
    body: '已为此冻结 ₹{{amount}}。什么时候之前可以修改或撤回，请见申购页面。',
  },
  applicationRevised: {
    title: '您对 {{code}} 的申购现为 {{lots}} 手',
    body: '已为此冻结 ₹{{amount}}，您的位次不变。',
  },
  applicationCancelled: {
    title: '您撤回了 {{code}} 的申购',
    body: '之前冻结的 ₹{{amount}} 已可动用。',
  },
  allotmentWon: {
    title: '中签：{{code}} {{lots}} 手',
    body: '{{shares}} 股，每股 ₹{{price}}。签署前 ₹{{amount}} 保持冻结；若不操作，期限结束时自动签署。抽签可在您的设备上核验。',
  },
  placementAllotted: {
    title: '获配 {{code}} {{lots}} 手：请签署并支付 ₹{{amount}}',
    body: '{{shares}} 股，每股 ₹{{price}}。未付金额（如有费用，已计入）仅在您签署时收取。逾期未签则分配失效，冻结款全数解冻。',
  },
  allotmentFailed: {
    title: '这次没有中签：{{code}}',
    body: '冻结的 ₹{{amount}} 已解冻。抽签可在您的设备上核验。',
  },
  allotmentSigned: {
    title: '已签署：{{code}} {{lots}} 手',
    body: '{{shares}} 股已支付 ₹{{amount}}（如有费用，已计入）。股份将在{{date}}开始交易前到账。',
  },
  allotmentLapsed: {
    title: '您的 {{code}} 分配已失效',
    body: '未在期限内签署。冻结的 ₹{{amount}} 已解冻，未收取任何款项。',
  },
  sharesCredited: {
    title: '{{code}} {{shares}} 股已到账',
    body: '自{{date}}起可以卖出。',
  },
  listedToday: {
    title: '{{code}} 今日上市',
    body: '首个价格在开盘前的特别竞价中产生。',
  },
  offeringWithdrawn: {
    title: '{{code}} 的发行已撤回',
    body: '发行在截止前撤回。冻结的 ₹{{amount}} 已解冻。',
  },
  offeringLapsed: {
    title: '{{code}} 的发行已失效',
    body: '条件无法满足，因此不作分配。冻结的 ₹{{amount}} 已解冻。',
  },
  blockSettled: {
    title: '您的 {{code}} 大宗交易已交收',
    body: '{{shares}} 股，含费用共 ₹{{amount}}，于大宗交易时段交付，自 {{date}} 起可以卖出。',
  },
  dividendAnnounced: {
    title: '{{code}} 每股分红 ₹{{amount}}',
    body: '除息日为{{date}}，前一日收盘时持有者可得。除息日的参考价会相应下调。',
  },
  splitAnnounced: {
    title: '{{code}} 拆股：1 股拆为 {{times}} 股',
    body: '自除权日{{date}}起，每股变为 {{times}} 股，股价按同样倍数缩小。您的持仓价值不因此改变。',
  },
  bonusAnnounced: {
    title: '{{code}} 送股：每 {{b}} 股送 {{a}} 股',
    body: '除权日 {{date}}，持有者每 {{b}} 股得 {{a}} 股新股，股价相应下调。您的持仓价值不因此改变。',
  },
  dividendPaid: {
    title: '{{code}} 分红：₹{{amount}}',
    body: '按 {{quantity}} 股计。代扣税款：₹{{tds}}。',
  },
  splitDone: {
    title: '{{code}} 已拆股：您现有 {{total}} 股',
    body: '原为 {{quantity}} 股。您的总成本不变。等待中的委托已撤销。',
  },
  bonusGiven: {
    title: '{{code}} 送股 {{added}} 股',
    body: '您现有 {{total}} 股。不足一股的部分已付现金 ₹{{cash}}。等待中的委托已撤销。',
  },
  alertAbove: {
    title: '{{code}} 已达到 ₹{{price}}',
    body: '您设的提醒（₹{{target}} 或以上）已触发。每条提醒只通知一次。',
  },
  alertBelow: {
    title: '{{code}} 已跌至 ₹{{price}}',
    body: '您设的提醒（₹{{target}} 或以下）已触发。每条提醒只通知一次。',
  },
} satisfies Shape<typeof en>;

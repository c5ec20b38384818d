import type en from '../en/staff.ts';
import type { Shape } from '../shape.ts';

export default {
  what: {
    identity: '身份验证',
    recharge: '充值',
    withdrawal: '提现',
    appeal: '申诉',
    digits: '有人打开了您 Aadhaar 号码的末四位',
    picture: '有人打开了一张图片',
    answer: '客服已回复',
    sessions: '结束所有登录',
  },
  stage: {
    asked: '{{what}}：有人提出决定',
    agreed: '{{what}}：第二个人已同意',
    declined: '{{what}}：第二个人不同意',
    carriedOut: '{{what}}：已决定',
    failed: '{{what}}：决定超过时限',
  },
  why: {
    review: '审核',
    documents_match: '文件相符',
    documents_do_not_match: '文件不相符',
    holder_differs: '账户在他人名下',
    payment_seen: '款项已到',
    payment_not_seen: '款项未到',
    appeal_justified: '申诉理由成立',
    appeal_not_justified: '申诉理由不成立',
    issuer_asked: '发行公司提出要求',
    member_asked: '您提出要求',
    books_explained: '账目已说明',
    account_at_risk: '您的账户疑似有风险',
    device_lost: '设备丢失',
    surveillance: '市场监察',
  },
} as const satisfies Shape<typeof en>;

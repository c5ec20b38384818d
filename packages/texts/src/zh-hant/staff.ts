import type en from '../en/staff.ts';
import type { Shape } from '../shape.ts';

export default {
  what: {
    identity: '身分驗證',
    recharge: '儲值',
    withdrawal: '提領',
    appeal: '申訴',
    digits: '有人開啟了您 Aadhaar 號碼的末四位',
    picture: '有人開啟了一張圖片',
    answer: '客服已回覆',
    sessions: '結束所有登入',
  },
  stage: {
    asked: '{{what}}：有人提出決定',
    agreed: '{{what}}：第二個人已同意',
    declined: '{{what}}：第二個人不同意',
    carriedOut: '{{what}}：已決定',
    failed: '{{what}}：決定超過時限',
  },
  why: {
    review: '審核',
    documents_match: '文件相符',
    documents_do_not_match: '文件不相符',
    holder_differs: '帳戶在他人名下',
    payment_seen: '款項已到',
    payment_not_seen: '款項未到',
    appeal_justified: '申訴有理由',
    appeal_not_justified: '申訴無理由',
    issuer_asked: '發行公司提出要求',
    member_asked: '您提出要求',
    books_explained: '帳目已說明',
    account_at_risk: '您的帳戶疑似有風險',
    device_lost: '裝置遺失',
    surveillance: '市場監察',
  },
} as const satisfies Shape<typeof en>;

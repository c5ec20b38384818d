import type en from '../en/soon.ts';
import type { Shape } from '../shape.ts';

export default {
  tag: '制作中',
  back: '返回',
  home: '回首页',
  newsTitle: '资讯正在撰写',
  newsText: '这里将有文章：新股抽签如何进行、T+1 是什么意思、费用如何累加，以及如何识别虚假交易应用。',
  messagesTitle: '客服正在筹备',
  messagesText: '您可以在这里和真人对话，需要时还能发送图片。',
  rulesTitle: '规则正在整理',
  rulesText: '交易、抽签、信用分和费用：这个市场遵守的每一条规则，都附有出处。',
  voteTitle: '投票稍后开放',
  voteText: '关于这个市场的问题，每个人的答案都公开计数。',
  customerTitle: '帮助与证书正在准备',
  customerText:
    '这里会有帮助，以及一份朴素的证书：谁在运营这个市场、它没有在 SEBI 注册、以及如何核实这些内容。遇到诈骗可拨打 1930 举报。',
  noticesTitle: '收件箱正在建设',
  noticesText: '委托和资金的每一次变化都会在这里告诉您。',
  notFoundTitle: '这个地址没有页面',
  notFoundText: '可能已经移走，或者输入有误。',
} satisfies Shape<typeof en>;

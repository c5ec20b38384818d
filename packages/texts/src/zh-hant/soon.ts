import type en from '../en/soon.ts';
import type { Shape } from '../shape.ts';

export default {
  tag: '製作中',
  back: '返回',
  home: '回首頁',
  newsTitle: '資訊正在撰寫',
  newsText: '這裡將有文章：新股抽籤如何進行、T+1 是什麼意思、費用如何累加，以及如何辨識假交易應用程式。',
  messagesTitle: '客服正在籌備',
  messagesText: '您可以在這裡和真人對話，需要時還能傳送圖片。',
  rulesTitle: '規則正在整理',
  rulesText: '交易、抽籤、信用分和費用：這個市場遵守的每一條規則，都附有出處。',
  voteTitle: '投票稍後開放',
  voteText: '關於這個市場的問題，每個人的答案都公開計數。',
  customerTitle: '說明與證書正在準備',
  customerText:
    '這裡會有說明，以及一份樸素的證書：誰在營運這個市場、它沒有在 SEBI 註冊、以及如何查核這些內容。遇到詐騙可撥打 1930 檢舉。',
  noticesTitle: '收件匣正在建置',
  noticesText: '委託和資金的每一次變化都會在這裡告訴您。',
  notFoundTitle: '這個地址沒有頁面',
  notFoundText: '可能已經移走，或者輸入有誤。',
} satisfies Shape<typeof en>;

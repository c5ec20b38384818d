import type en from '../en/banners.ts';
import type { Shape } from '../shape.ts';

export default {
  fakeApp: { title: '如何識破假交易應用程式', text: '價格無從查證，錢只進不出。' },
  firstTrade: { title: '您的第一筆交易', text: '存入虛擬資金，挑一檔股票，買一股。' },
  orderBook: { title: '價格從哪裡來', text: '由委託簿中的委託撮合產生，沒有人能設定。' },
  charges: { title: '一筆交易的成本', text: '下單前就列出七項費用，精確到派薩。' },
} satisfies Shape<typeof en>;

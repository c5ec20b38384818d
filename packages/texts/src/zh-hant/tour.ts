import type en from '../en/tour.ts';
import type { Shape } from '../shape.ts';

export default {
  again: '再帶我看一次',
  againText: '從首頁開始，共六步',
  next: '下一步',
  previous: '上一步',
  done: '完成',
  progress: '第 {{n}} 步，共 {{total}} 步',
  marker: '這是模擬市場',
  markerText: '價格是模擬的，資金是虛擬的。隨時點這一條，就能看到交易日進行到哪裡。',
  search: '尋找股票',
  searchText: '可用代碼、名稱或產業搜尋。使用鍵盤時，按 / 就會到這裡。',
  hero: '您的資產',
  heroText: '您的總資產，以及今日損益。還沒有帳戶的話，就從這裡開戶。',
  shortcuts: '不只是股票',
  shortcutsText: '新股的抽籤可以由您自己核驗，還有鉅額交易、規則、投票與說明。',
  market: '行情',
  marketText: '每檔股票都即時更新。按住一列可以加入自選、買進或賣出；點一下就看到走勢圖與委託簿。',
  assets: '您的資金，一目了然',
  assetsText: '可用多少、凍結多少、為何凍結。每一盧比都能在這台裝置上核驗。',
} satisfies Shape<typeof en>;

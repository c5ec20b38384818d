import type { Shape } from '../shape.ts';
import type en from '../en/reports.ts';

export default {
  dayTitleUp: '{{date}}收盤：{{index}}上漲 {{percent}}%',
  dayTitleDown: '{{date}}收盤：{{index}}下跌 {{percent}}%',
  dayTitle: '{{date}}收盤',
  daySummary: '{{up}} 檔上漲、{{down}} 檔下跌、{{same}} 檔持平，成交金額 {{value}}。',
  indices: '指數',
  gainers: '漲幅最大',
  losers: '跌幅最大',
  active: '成交最多',
  listed: '首日掛牌',
  actions: '公司消息',
  line: '**{{name}}**（{{code}}）：{{price}}，{{change}}%',
  indexLine: '**{{name}}**：{{level}}，{{change}}%',
  levelLine: '**{{name}}**：{{level}}',
  activeLine: '**{{name}}**（{{code}}）：成交 {{volume}} 股，金額 {{value}}',
  listedLine: '**{{name}}**（{{code}}）發行價 {{issue}}，收於 {{price}}，{{change}}%',
  exDividend: '**{{code}}** 首日除息交易，每股股利 {{amount}}',
  exSplit: '**{{code}}** 完成拆股：一股變為 {{times}} 股',
  exBonus: '**{{code}}** 配發紅股：每 {{b}} 股配 {{a}} 股',
  newDividend: '**{{code}}** 宣布每股配發股利 {{amount}}；除息日 {{date}}',
  newSplit: '**{{code}}** 宣布一股拆為 {{times}} 股；除權日 {{date}}',
  newBonus: '**{{code}}** 宣布每 {{b}} 股配 {{a}} 股紅股；除權日 {{date}}',
  dayFoot: '本報告由範本依{{date}}的成交產生。所有公司皆為虛構，每個價格都由兩筆委託撮合而成。',
  upTitle: '{{name}}上漲 {{percent}}%',
  downTitle: '{{name}}下跌 {{percent}}%',
  moveSummary: '{{code}} 於{{date}}收在 {{price}}，前一日為 {{previous}}。',
  moveBody:
    '開盤 {{open}}，全日在 {{low}} 至 {{high}} 之間成交，共 {{volume}} 股、金額 {{value}}。\n\n為何變動不得而知：在這個市場，價格只由委託撮合產生，沒有人會說明自己為何買賣。',
  news: {
    results_above: {
      title: '{{name}}獲利優於預期',
      summary: '模擬新聞：{{name}}（{{code}}）單季獲利成長 {{percent}}%，優於預期。',
    },
    results_below: {
      title: '{{name}}獲利不如預期',
      summary: '模擬新聞：{{name}}（{{code}}）單季獲利衰退 {{percent}}%，比預期更差。',
    },
    order_won: {
      title: '{{name}}取得大型合約',
      summary: '模擬新聞：{{name}}（{{code}}）取得價值 {{amount}} 千萬的合約。',
    },
    order_lost: {
      title: '{{name}}失去大型合約',
      summary: '模擬新聞：{{name}}（{{code}}）的一名客戶終止了價值 {{amount}} 千萬的合約。',
    },
    upgrade: {
      title: '分析師看好{{name}}',
      summary: '模擬新聞：分析師對 {{name}}（{{code}}）的估值高於先前，理由是利潤率改善。',
    },
    downgrade: {
      title: '分析師看淡{{name}}',
      summary: '模擬新聞：分析師對 {{name}}（{{code}}）的估值低於先前，理由是成本上升。',
    },
    expansion: {
      title: '{{name}}擴大營運',
      summary: '模擬新聞：{{name}}（{{code}}）設立新據點，預期一年內成長 {{percent}}%。',
    },
    stoppage: {
      title: '{{name}}一處據點停工',
      summary: '模擬新聞：{{name}}（{{code}}）一處據點因故障停工，未來數日有 {{percent}}% 的業務受影響。',
    },
  },
  newsBody:
    '**這是模擬新聞。** {{name}}與文中所述皆為虛構。\n\n模擬參與者和專業投資人一樣，比這裡早片刻讀到這則新聞，股價已經反應。他們與所有人一樣只透過委託行動，價格只隨這些委託而動。\n\n沒有人挑選這則新聞：交易日的種子決定何時出現什麼新聞，而種子的雜湊值在當日開始前已寫入公開日誌。{{date}}的委託日誌會在相應位置列出這則新聞。',
} satisfies Shape<typeof en>;

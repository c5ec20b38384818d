import type { Shape } from '../shape.ts';
import type en from '../en/reports.ts';

export default {
  dayTitleUp: '{{date}} 收盤：{{index}} 上漲 {{percent}} %',
  dayTitleDown: '{{date}} 收盤：{{index}} 下跌 {{percent}} %',
  dayTitle: '{{date}} 收盤',
  daySummary: '{{up}} 檔上漲、{{down}} 檔下跌、{{same}} 檔持平，成交金額 {{value}}。',
  indices: '指數',
  gainers: '漲幅最大',
  losers: '跌幅最大',
  active: '成交最多',
  listed: '首日掛牌',
  actions: '公司消息',
  line: '**{{name}}**（{{code}}）：{{price}}，{{change}} %',
  indexLine: '**{{name}}**：{{level}}，{{change}} %',
  levelLine: '**{{name}}**：{{level}}',
  activeLine: '**{{name}}**（{{code}}）：成交 {{volume}} 股，金額 {{value}}',
  listedLine: '**{{name}}**（{{code}}）發行價 {{issue}}，收於 {{price}}，{{change}} %',
  exDividend: '**{{code}}** 首日除息交易，每股股息 {{amount}}',
  exSplit: '**{{code}}** 完成拆股：一股變為 {{times}} 股',
  exBonus: '**{{code}}** 配發紅股：每 {{b}} 股配 {{a}} 股',
  newDividend: '**{{code}}** 宣布每股派息 {{amount}}；除息日 {{date}}',
  newSplit: '**{{code}}** 宣布一股拆為 {{times}} 股；除權日 {{date}}',
  newBonus: '**{{code}}** 宣布每 {{b}} 股配 {{a}} 股紅股；除權日 {{date}}',
  dayFoot: '本報告由範本依 {{date}} 的成交產生。所有公司皆為虛構，每個價格都是兩筆委託相遇的價格。',
  upTitle: '{{name}} 上漲 {{percent}} %',
  downTitle: '{{name}} 下跌 {{percent}} %',
  moveSummary: '{{code}} 於 {{date}} 收在 {{price}}，前一日為 {{previous}}。',
  moveBody:
    '開盤 {{open}}，全日在 {{low}} 至 {{high}} 之間成交，共 {{volume}} 股、金額 {{value}}。\n\n為何變動不得而知：在這個市場，價格只來自相遇的委託，沒有人說明自己的理由。',
} satisfies Shape<typeof en>;

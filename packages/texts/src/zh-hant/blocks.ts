import type en from '../en/blocks.ts';
import type { Shape } from '../shape.ts';

export default {
  blockOf: '{{code}} 鉅額交易',
  blockPrice: '鉅額交易價',
  difference: '差額',
  atLeast: '最少',
  lotsOf: '{{n}} 手，每手 {{shares}} 股',
  left: '剩餘手數',
  leftOf: '{{left}} / {{all}}',
  gone: '已售完',
  goneText: '已被其他人認購：剩餘數量低於最低認購數量。',
  over: '已結束',
  opensAt: '市場時間 {{time}} 開始。',
  windows: '先到先得，至 {{time}}；股份與款項在鉅額交易時段交割，市場時間 {{windows}}。',
  windowOpen: '鉅額交易時段進行中：現在認購會立即交割。',
  take: '認購',
  empty: '目前沒有鉅額交易',
  unknown: '沒有這筆鉅額交易',
  emptyText: '每隔幾個交易日會有新的鉅額交易。',
  allBlocks: '全部鉅額交易',
  noRecords: '還沒有認購鉅額交易',
  noRecordsText: '您認購的鉅額交易會記在這裡。',
} satisfies Shape<typeof en>;

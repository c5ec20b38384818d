import type en from '../en/offerings.ts';
import type { Shape } from '../shape.ts';

export default {
  about: {
    unit: '從{{parent}}分拆並向公眾發售的虛構{{what}}業務；所有名稱與數字皆為虛構。',
    ipo: '虛構公司{{name}}首次向公眾發售股份。',
    offline_placement: '{{name}}的大股東在連續交易之外按底價出售股份。',
    private_placement: '{{name}}以略低於底價的價格向受邀者配售新股。',
    block: '{{name}}的大股東出售一筆鉅額股份，先到先得，於鉅額交易時段交割。',
  },
  objects: {
    plant: '所得的一半興建第二座工廠，其餘留作營運資金。',
    loans: '大部分所得用於償還貸款，以減少利息支出。',
    reach: '所得用於在尚無據點的城鎮開設分點。',
    stake: '母公司出售部分持股：錢歸母公司，不歸這項業務。',
  },
  unitRisk: {
    logistics: '燃料昂貴，而一半的貨運來自兩家客戶。',
    renewables: '收入取決於日照與風力，客戶又常延遲付款。',
    digital: '幾家大客戶可能在一季之內離開。',
    homes: '房屋邊蓋邊收款；房市一冷，施工和收款都會停下。',
    finance: '景氣差時呆帳增加，融資成本也隨之上升。',
    retail: '租金固定，客流卻不固定。',
    materials: '原料按國際價格採購，產品在國內銷售。',
    mobility: '尚未獲利，電池只來自一家供應商。',
  },
  remarks: {
    allot_pay: '{{code}} 獲配 {{lots}} 手',
    sign_pay: '{{code}} 配售 {{lots}} 手',
    block_pay: '{{code}} 鉅額交易 {{lots}} 手',
  },
} satisfies Shape<typeof en>;

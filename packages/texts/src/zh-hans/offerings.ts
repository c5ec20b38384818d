import type en from '../en/offerings.ts';
import type { Shape } from '../shape.ts';

export default {
  about: {
    unit: '从{{parent}}分拆并向公众发售的虚构{{what}}业务；所有名称与数字皆为虚构。',
    ipo: '虚构公司{{name}}首次向公众发售股份。',
    offline_placement: '{{name}}的大股东在连续交易之外按底价出售股份。',
    private_placement: '{{name}}以略低于底价的价格向受邀者配售新股。',
    block: '{{name}}的大股东出售一笔大宗股份，先到先得，于大宗交易时段交收。',
  },
  objects: {
    plant: '所得的一半兴建第二座工厂，其余留作营运资金。',
    loans: '大部分所得用于偿还贷款，以减少利息支出。',
    reach: '所得用于在尚无网点的城镇开设网点。',
    stake: '母公司出售部分持股：钱归母公司，不归这项业务。',
  },
  unitRisk: {
    logistics: '燃料昂贵，而一半的货运来自两家客户。',
    renewables: '收入取决于日照与风力，客户又常拖延付款。',
    digital: '几家大客户可能在一个季度之内离开。',
    homes: '房屋边建边收款；楼市一冷，施工和回款都会停下。',
    finance: '年景不好时坏账增加，融资成本也随之上升。',
    retail: '租金固定，客流却不固定。',
    materials: '原料按国际价格采购，产品在国内销售。',
    mobility: '尚未盈利，电池只来自一家供应商。',
  },
  remarks: {
    allot_pay: '{{code}} 获配 {{lots}} 手',
    sign_pay: '{{code}} 配售 {{lots}} 手',
    block_pay: '{{code}} 大宗交易 {{lots}} 手',
  },
} satisfies Shape<typeof en>;

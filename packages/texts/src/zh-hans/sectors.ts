import type en from '../en/sectors.ts';
import type { Shape } from '../shape.ts';

export default {
  financial_services: '金融服务',
  capital_goods: '资本品',
  healthcare: '医疗保健',
  auto: '汽车及零部件',
  power: '电力',
  oil_gas: '石油、天然气与燃料',
  fmcg: '快速消费品',
  it: '信息技术',
  consumer_services: '消费服务',
  metals_mining: '金属与矿业',
  consumer_durables: '耐用消费品',
  construction: '建筑施工',
  chemicals: '化工',
  services: '服务',
  construction_materials: '建筑材料',
  telecom: '电信',
  realty: '房地产',
  media: '媒体与娱乐',
  textiles: '纺织',
  diversified: '综合',
} satisfies Shape<typeof en>;

import type en from '../en/sectors.ts';
import type { Shape } from '../shape.ts';

export default {
  financial_services: '金融服務',
  capital_goods: '資本財',
  healthcare: '醫療保健',
  auto: '汽車及零組件',
  power: '電力',
  oil_gas: '石油、天然氣與燃料',
  fmcg: '快速消費品',
  it: '資訊科技',
  consumer_services: '消費服務',
  metals_mining: '金屬與礦業',
  consumer_durables: '耐久消費品',
  construction: '營建',
  chemicals: '化學',
  services: '服務',
  construction_materials: '建材',
  telecom: '電信',
  realty: '不動產',
  media: '媒體與娛樂',
  textiles: '紡織',
  diversified: '綜合',
} satisfies Shape<typeof en>;

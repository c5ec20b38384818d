import type en from '../en/sectors.ts';
import type { Shape } from '../shape.ts';

export default {
  financial_services: 'वित्तीय सेवाएँ',
  capital_goods: 'पूँजीगत वस्तुएँ',
  healthcare: 'स्वास्थ्य सेवा',
  auto: 'वाहन और पुर्ज़े',
  power: 'बिजली',
  oil_gas: 'तेल, गैस और ईंधन',
  fmcg: 'रोज़मर्रा की उपभोक्ता वस्तुएँ',
  it: 'सूचना प्रौद्योगिकी',
  consumer_services: 'उपभोक्ता सेवाएँ',
  metals_mining: 'धातु और खनन',
  consumer_durables: 'टिकाऊ उपभोक्ता वस्तुएँ',
  construction: 'निर्माण',
  chemicals: 'रसायन',
  services: 'सेवाएँ',
  construction_materials: 'निर्माण सामग्री',
  telecom: 'दूरसंचार',
  realty: 'रियल एस्टेट',
  media: 'मीडिया और मनोरंजन',
  textiles: 'वस्त्र',
  diversified: 'विविध',
} satisfies Shape<typeof en>;

import type en from '../en/sectors.ts';
import type { Shape } from '../shape.ts';

export default {
  financial_services: 'वित्तीय सेवाएँ',
  capital_goods: 'कैपिटल गुड्स',
  healthcare: 'स्वास्थ्य सेवा',
  auto: 'ऑटो और कलपुर्ज़े',
  power: 'बिजली',
  oil_gas: 'तेल, गैस और ईंधन',
  fmcg: 'एफ़एमसीजी',
  it: 'आईटी',
  consumer_services: 'उपभोक्ता सेवाएँ',
  metals_mining: 'धातु और खनन',
  consumer_durables: 'कंज़्यूमर ड्यूरेबल्स',
  construction: 'निर्माण',
  chemicals: 'रसायन',
  services: 'सेवाएँ',
  construction_materials: 'निर्माण सामग्री',
  telecom: 'टेलीकॉम',
  realty: 'रियल एस्टेट',
  media: 'मीडिया और मनोरंजन',
  textiles: 'टेक्सटाइल',
  diversified: 'विविध',
} satisfies Shape<typeof en>;

import type en from '../en/search.ts';
import type { Shape } from '../shape.ts';

export default {
  placeholder: 'कोड या नाम',
  label: 'शेयर खोजें',
  recent: 'हाल की खोज',
  clearRecent: 'मिटाएँ',
  popular: 'अभी सबसे ज़्यादा कारोबार',
  allStocks: 'सभी शेयर',
  none: '“{{q}}” से कोई शेयर नहीं मिला',
  noneText: 'कोड या नाम का कोई हिस्सा लिखकर देखें।',
  results_one: '{{count}} परिणाम',
  results_other: '{{count}} परिणाम',
} satisfies Shape<typeof en>;

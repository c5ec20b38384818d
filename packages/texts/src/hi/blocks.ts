import type en from '../en/blocks.ts';
import type { Shape } from '../shape.ts';

export default {
  blockOf: '{{code}} ब्लॉक',
  blockPrice: 'ब्लॉक भाव',
  difference: 'अंतर',
  atLeast: 'कम से कम',
  lotsOf: '{{shares}} के {{n}} लॉट',
  left: 'बचे लॉट',
  leftOf: '{{all}} में से {{left}}',
  gone: 'बिक गया',
  goneText: 'दूसरों ने पहले ले लिया: बची मात्रा न्यूनतम मात्रा से कम है।',
  over: 'समाप्त',
  opensAt: 'बाज़ार समय {{time}} पर खुलेगा।',
  windows: '{{time}} तक पहले आओ, पहले पाओ; शेयर और पैसे की अदला-बदली ब्लॉक विंडो में, बाज़ार समय {{windows}}।',
  windowOpen: 'ब्लॉक विंडो चालू है: अभी जो लेंगे, उसका निपटान तुरंत होगा।',
  take: 'एक हिस्सा लें',
  empty: 'अभी कोई ब्लॉक नहीं',
  unknown: 'ऐसा कोई ब्लॉक नहीं है',
  emptyText: 'हर कुछ बाज़ार दिनों में नया ब्लॉक आता है।',
  allBlocks: 'सभी ब्लॉक',
  noRecords: 'अभी कोई ब्लॉक नहीं लिया',
  noRecordsText: 'ब्लॉक में से आप जो लेते हैं, यहाँ रहता है।',
} satisfies Shape<typeof en>;

import type en from '../en/notices.ts';
import type { Shape } from '../shape.ts';

export default {
  all: 'सभी',
  task: 'कार्य',
  system: 'सिस्टम',
  transaction: 'लेनदेन',
  categories: 'श्रेणियाँ',
  readAll: 'सभी पढ़े मानें',
  clearRead: 'पढ़े हुए हटाएँ',
  clearAsk: 'पढ़े हुए संदेश इनबॉक्स से हटाएँ?',
  cleared: 'काम पूरा हुआ',
  unread: 'अपठित',
  empty: 'यहाँ कोई संदेश नहीं',
  emptyText: 'आपके ऑर्डर और पैसे के साथ जो होता है, वह यहाँ बताया जाता है।',
  today: 'आज',
  unknown: 'ऐसा कोई संदेश नहीं है',
  toAll: 'सभी संदेश देखें',
  seeOrStop: 'देखें या रोकें',
  goTo: '{{page}} खोलें',
} satisfies Shape<typeof en>;

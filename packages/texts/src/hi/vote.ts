import type en from '../en/vote.ts';
import type { Shape } from '../shape.ts';

export default {
  people_one: '{{count}} मत',
  people_other: '{{count}} मत',
  closes: '{{at}} को बंद',
  closed: '{{at}} को बंद हुआ',
  options: 'विकल्प',
  vote: 'मत दें',
  choose: 'मत देने के लिए विकल्प चुनें',
  login: 'मत देने के लिए लॉगिन करें',
  once: 'एक व्यक्ति, एक मत; बदला नहीं जा सकता। नतीजे मत देने पर या मतदान बंद होने पर दिखते हैं।',
  yours: 'आपका मत',
  voted: 'धन्यवाद। आपका मत गिना गया।',
  results: 'नतीजे',
  result: '{{name}}: {{percent}}, {{votes}} मत',
  none: 'कोई मतदान नहीं है',
  noneText: 'इस बाज़ार से जुड़े सवाल यहाँ पूछे जाते हैं।',
  home: 'होम पेज पर जाएँ',
} satisfies Shape<typeof en>;

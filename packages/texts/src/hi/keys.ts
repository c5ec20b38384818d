import type en from '../en/keys.ts';
import type { Shape } from '../shape.ts';

export default {
  title: 'कीबोर्ड शॉर्टकट',
  search: 'खोज',
  buy: 'पेज पर दिख रहा शेयर खरीदें',
  sell: 'पेज पर दिख रहा शेयर बेचें',
  close: 'जो ऊपर खुला है उसे बंद करें',
  list: 'यह सूची',
  go: 'किसी पेज पर जाएँ: एक के बाद दूसरी कुंजी',
  single: 'अकेली कुंजियाँ शॉर्टकट हैं',
  singleText: 'यदि आप डिवाइस से बोलकर काम करते हैं या कुंजियाँ गलती से दबती हैं, तो इसे बंद करें।',
} satisfies Shape<typeof en>;

import type en from '../en/legal.ts';
import type { Shape } from '../shape.ts';

export default {
  notRegistered: 'SEBI में पंजीकृत नहीं। यहाँ कुछ भी निवेश नहीं है।',
  practiceOrder: 'अभ्यास ऑर्डर। कोई असली शेयर नहीं खरीदा गया।',
  noRealPayment: 'कोई असली भुगतान नहीं होता।',
  pricesFromOrders: 'भाव केवल ऑर्डर बुक में ऑर्डरों के मिलान से बनते हैं। कोई उन्हें तय नहीं कर सकता।',
  howWeProveIt: 'हम इसे कैसे साबित करते हैं',
  version: 'खरा (Khara) {{version}} ({{code}})',
} satisfies Shape<typeof en>;

import type en from '../en/inbox.ts';
import type { Shape } from '../shape.ts';

export default {
  welcome: {
    title: 'खरा में आपका स्वागत है',
    body: 'यह अभ्यास बाज़ार है: भाव बनावटी हैं, पैसा काग़ज़ी है। रिचार्ज पेज पर काग़ज़ी पैसा जोड़िए, फिर अपना पहला ऑर्डर लगाइए।',
  },
  changeTransactionPassword: {
    title: 'अपना ट्रांज़ैक्शन पासवर्ड चुनिए',
    body: 'आपके लिए बना पासवर्ड 72 घंटे चलता है, और निकासी में कभी नहीं। उसके बाद वह केवल नया पासवर्ड बनाने के काम आता है।',
  },
  passwordChanged: {
    title: 'आपका लॉगिन पासवर्ड बदला गया',
    body: 'बाक़ी सब जगह से आप लॉग आउट हो गए हैं। अगर यह आपने नहीं किया, तो नए पासवर्ड से लॉग इन कीजिए या अभी ग्राहक सेवा को लिखिए।',
  },
  rechargePassed: {
    title: '₹{{amount}} काग़ज़ी पैसा आ गया',
    body: '{{channel}} से रिचार्ज {{orderNumber}} सफल हुआ।',
  },
  rechargeFailed: {
    title: '₹{{amount}} का रिचार्ज असफल रहा',
    body: 'सैंडबॉक्स बैंक ने रिचार्ज {{orderNumber}} ठुकरा दिया। कुछ भी जमा नहीं हुआ।',
  },
  rechargeReversed: {
    title: '₹{{amount}} का रिचार्ज वापस ले लिया गया',
    body: 'सफल होने के बाद सैंडबॉक्स बैंक ने रिचार्ज {{orderNumber}} वापस ले लिया। स्टेटमेंट में इसकी एक पंक्ति है।',
  },
  buyFilled: {
    title: '{{quantity}} {{code}} ख़रीदे',
    body: 'औसतन ₹{{price}} प्रति शेयर पर। शुल्क ₹{{charges}}।',
  },
  sellFilled: {
    title: '{{quantity}} {{code}} बेचे',
    body: 'औसतन ₹{{price}} प्रति शेयर पर। शुल्क ₹{{charges}}।',
  },
  orderEnded: {
    title: '{{code}} में आपका ऑर्डर समाप्त हुआ',
    body: '{{quantity}} में से {{filled}} शेयर पूरे हुए। बाक़ी के लिए रोका गया पैसा या शेयर फिर मुक्त है।',
  },
  orderRejected: {
    title: '{{code}} में आपका ऑर्डर अस्वीकार हुआ',
    body: 'एक्सचेंज ने इसे नहीं लिया। जो रोका गया था वह फिर मुक्त है।',
  },
} satisfies Shape<typeof en>;

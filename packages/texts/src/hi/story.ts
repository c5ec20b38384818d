import type en from '../en/story.ts';
import type { Shape } from '../shape.ts';

export default {
  step: {
    accepted: 'पुष्टि से पहले सहेजा गया',
    waits_for_open: 'अगले प्री-ओपन की प्रतीक्षा में',
    opened: 'बुक में',
    openedBehind: 'बुक में, {{ahead}} शेयरों के पीछे',
    openedFirst: 'बुक में, अपनी क़तार में पहला',
    trigger_pending: '{{price}} पर सौदे की प्रतीक्षा में',
    triggered: '{{price}} के सौदे ने इसे चालू किया',
    filled: '{{quantity}} {{price}} पर पूरे हुए',
    modified: 'बदला: {{quantity}} खुले, {{price}} पर',
    modify_refused: 'बदलाव नहीं हुआ',
    cancel_refused: 'इसे रद्द नहीं किया जा सका',
    became_limit: '{{quantity}} अब {{price}} पर लिमिट ऑर्डर',
    cancelled: 'रद्द',
    expired: 'समाप्त',
    rejected: 'एक्सचेंज ने इसे नहीं लिया',
  },
  why: {
    after_market: 'बाज़ार बंद रहते दिए ऑर्डर अगले बाज़ार दिन 09:00 बजे, उस दिन की सीमा के भीतर, बुक में जाते हैं।',
    book: 'पहुँचने पर: बोली {{bid}}, माँग {{ask}}, पिछला {{price}}।',
    taker: 'सौदा {{trade}}: यह प्रतीक्षारत ऑर्डर से मिला।',
    maker: 'सौदा {{trade}}: दूसरा ऑर्डर इससे मिलने आया।',
    opening_auction: 'प्री-ओपन नीलामी का सौदा {{trade}}: सब एक भाव पर पूरे होते हैं।',
    closing_auction: 'क्लोज़िंग नीलामी का सौदा {{trade}}: सब एक भाव पर पूरे होते हैं।',
    post_close: 'बंद होने के बाद सौदा {{trade}}, बंद भाव पर।',
    trigger: 'स्टॉप तब तक बुक के बाहर रहता है जब तक पिछला भाव ट्रिगर तक न पहुँचे।',
    keptPriority: 'मात्रा घटी, या कम दिखाई गई, इसलिए क़तार में जगह बनी रही।',
    lostPriority: 'यह पहले से मौजूद ऑर्डरों के पीछे गया: नया भाव, बड़ी मात्रा या ज़्यादा दिखाई गई मात्रा जगह खो देती है।',
    became_limit: 'जो मार्केट ऑर्डर नीलामी में पूरा न हो, वह नीलामी के भाव पर लिमिट ऑर्डर बनता है।',
    square_off: 'सिस्टम ने दिया: बाज़ार बंद होने से पहले इंट्राडे पोज़ीशन बंद की जाती हैं।',
  },
} satisfies Shape<typeof en>;

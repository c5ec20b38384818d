import type en from '../en/staff.ts';
import type { Shape } from '../shape.ts';

export default {
  what: {
    identity: 'पहचान जाँच',
    recharge: 'रिचार्ज',
    withdrawal: 'निकासी',
    appeal: 'अपील',
    digits: 'आपके आधार नंबर के आखिरी अंक खोले गए',
    picture: 'एक तस्वीर खोली गई',
    answer: 'ग्राहक सेवा ने उत्तर दिया',
    sessions: 'सभी सत्र बंद करना',
  },
  stage: {
    asked: '{{what}}: एक निर्णय का प्रस्ताव हुआ',
    agreed: '{{what}}: दूसरा व्यक्ति सहमत हुआ',
    declined: '{{what}}: दूसरा व्यक्ति सहमत नहीं हुआ',
    carriedOut: '{{what}}: निर्णय हो गया',
    failed: '{{what}}: निर्णय बहुत देर से आया',
  },
  why: {
    review: 'समीक्षा',
    documents_match: 'दस्तावेज़ मेल खाते हैं',
    documents_do_not_match: 'दस्तावेज़ मेल नहीं खाते',
    holder_differs: 'खाता किसी और नाम में है',
    payment_seen: 'भुगतान आ गया है',
    payment_not_seen: 'भुगतान नहीं आया है',
    appeal_justified: 'अपील उचित है',
    appeal_not_justified: 'अपील उचित नहीं है',
    issuer_asked: 'जारीकर्ता ने यह माँगा',
    member_asked: 'आपने यह माँगा',
    books_explained: 'बही का कारण बताया गया',
    account_at_risk: 'आपका खाता खतरे में लगा',
    device_lost: 'डिवाइस खो गया',
    surveillance: 'बाज़ार की निगरानी',
  },
} as const satisfies Shape<typeof en>;

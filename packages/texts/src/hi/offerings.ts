import type en from '../en/offerings.ts';
import type { Shape } from '../shape.ts';

export default {
  about: {
    unit: '{{parent}} से अलग की गई एक काल्पनिक {{what}} इकाई, जो जनता को बेची जा रही है; हर नाम और आँकड़ा गढ़ा हुआ है।',
    ipo: '{{name}}, एक काल्पनिक कंपनी, पहली बार जनता को शेयर बेच रही है।',
    offline_placement: '{{name}} का एक बड़ा शेयरधारक निरंतर कारोबार के बाहर न्यूनतम मूल्य पर शेयर बेच रहा है।',
    private_placement: '{{name}} आमंत्रित लोगों को न्यूनतम मूल्य से थोड़ा नीचे नए शेयर दे रही है।',
    block: '{{name}} का एक बड़ा शेयरधारक एक ब्लॉक बेच रहा है: पहले आओ, पहले पाओ; निपटान ब्लॉक विंडो में।',
  },
  remarks: {
    allot_pay: '{{code}} के {{lots}} लॉट आवंटित',
    sign_pay: '{{code}} के {{lots}} लॉट का प्लेसमेंट',
    block_pay: '{{code}} के {{lots}} लॉट का ब्लॉक',
  },
} satisfies Shape<typeof en>;

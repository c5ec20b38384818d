import type en from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export default {
  systemBusy: 'सिस्टम व्यस्त है, कृपया थोड़ी देर बाद फिर कोशिश करें',
  timeout: 'कनेक्शन का समय समाप्त हो गया',
  loginFirst: 'कृपया पहले लॉगिन करें',
  sessionEnded: 'आपका सत्र समाप्त हो गया है। कृपया फिर लॉगिन करें',
  addressEmpty: 'अनुरोध का पता खाली नहीं हो सकता',
  abort: 'अनुरोध रद्द किया गया',
  file: 'फ़ाइल में त्रुटि',
  offline: 'कनेक्शन नहीं है। नेटवर्क जाँचें और फिर कोशिश करें',
  newVersion: 'नया संस्करण तैयार है। फिर से लोड हो रहा है',
  settledDone: 'पेज फिर से लोड होने से पहले आपने जो कहा था, वह हो गया है',
  settledNot: 'पेज फिर से लोड होने से पहले आपने जो कहा था, वह नहीं हुआ',
} satisfies Shape<typeof en>;

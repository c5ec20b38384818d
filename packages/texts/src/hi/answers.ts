import type en from '../en/answers.ts';
import type { Shape } from '../shape.ts';

export default {
  done: 'काम पूरा हुआ',
  submittedForReview: 'सफलतापूर्वक जमा हुआ, कृपया समीक्षा की प्रतीक्षा करें',
  loggedIn: 'लॉगिन सफल',
  loggedOut: 'आप लॉग आउट हो गए',
  submittedContact: 'जमा हो गया, समीक्षा के लिए कृपया ग्राहक सेवा से संपर्क करें',
  subscribed: 'आवेदन सफल हुआ',
} satisfies Shape<typeof en>;

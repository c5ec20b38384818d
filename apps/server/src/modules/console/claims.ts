import { anyText, foldedText } from './plain.ts';

/*
 * What no text of the back office may claim: that Khara is registered, licensed or approved by an authority,
 * or that anything earns for certain. Each language has its words; a word that is denied where it stands
 * ("not registered with SEBI") claims nothing. A net with a fine mesh, no proof: two people read the text
 * too.
 */

type Words = {
  /** Claims that are denied where they stand: they are read as nothing. */
  readonly denied: RegExp;
  /** Two kinds of words that make a claim when they stand near each other, whatever is between them. */
  readonly together: readonly (readonly [RegExp, RegExp])[];
  /** Words that claim by themselves. */
  readonly alone: readonly RegExp[];
};

/** Of any language: "SEBI", "NSE" and the like as Indian texts name them. */
const AUTHORITY =
  /\b(?:sebi(?!\s+(?:turnover\s+)?fees?\b)|nse|bse|rbi|amfi|irdai)\b|exchange board|reserve bank|\bgovernment\b|सेबी|एनएसई|बीएसई|आरबीआई|सरकार|印度證券|印度证券|證監|证监|政府|儲備銀行|储备银行/;
const PERCENT = '\\d\\s*(?:%|percent\\b|per cent\\b|प्रतिशत)';

/** Registration numbers: broker INZ000012345, adviser INA…, analyst INH…, manager INP…, in any spacing. */
const REGISTRATION_NUMBER = /(?<!\p{L})i\W{0,2}n\W{0,2}[a-z]\W{0,3}0(?:\W{0,2}\d){8}(?!\d)/u;

const EN_STANDING =
  '(?:registered|registration|regd|licen[cs]ed?|authori[sz]ed|approved|approval|recogni[sz]ed|recognition|regulated|accredited|empanelled|certified)';
const EN_UNDER = '(?:supervis(?:ed|ion)|overs(?:een|ight)|permission|permitted|member(?:ship)?\\s+of|licen[cs]es)';
const EN_ITSELF = '(?:khara|we|our(?:\\s+[\\w-]+){1,2})';
const EN_SURE = '(?:guarantee\\w*|assur\\w+|promis\\w+|sure[- ]?shot|ensured?|certain to|(?:are|is|be)\\s+certain)';
const EN_MONEY = '(?:capital|principal|money|investments?|deposits?|funds?)';
const EN_SAFE = '(?:safe|secured?|protected|insured)';
const OFTEN = '(?:monthly|daily|weekly|yearly|annually)';
const EN_GAIN = '(?:returns?|profits?|gains?|incomes?|earn\\w*|interest|payouts?|yields?|capital|principal|money)';

const HI_STANDING = '(?:पंजीकृत|पंजीकरण|पंजीयन|रजिस्टर्ड|रजिस्ट्रेशन|मान्यता\\s*प्राप्त|लाइसेंस\\p{L}*|अनुमोदित|स्वीकृत|अधिकृत|प्रमाणित)';
const HI_UNDER = '(?:अनुमति|मंजूरी|निगरानी|देखरेख|विनियमित|नियंत्रित|सदस्य)';
const HI_SAFE = '(?:(?:पूँजी|पूंजी|मूलधन|पैस\\p{M}|धन|निवेश)\\s+(?:\\S+\\s+){0,2}?(?:सुरक्षित|संरक्षित))';
const HI_SURE = '(?:गारंटी\\p{M}*\\p{L}*|गारन्टी|सुनिश्चित|निश्चित|पक्क\\p{M}|यकीनी)';
const HI_GAIN = '(?:रिटर्न|मुनाफ\\p{M}|लाभ|फायद\\p{M}|कमाई|ब्याज|प्रतिफल|आमदनी)';

const ZH_STANDING =
  '(?:註冊|注册|登記|登记|核准|批准|認可|认可|許可|许可|牌照|持牌|授權|授权|監管(?!費)|监管(?!费)|備案|备案|認證|认证)';
const ZH_RISK = '(?:風險|风险)';
const ZH_SURE = '(?:保證(?!金)|保证(?!金)|保障|確保|确保|承諾|承诺|擔保|担保|穩定|稳定|固定)';
const ZH_GAIN = '(?:獲利|获利|收益|報酬|报酬|回報|回报|盈利|利潤|利润|利息|賺|赚|本金)';

const LANGUAGES: readonly Words[] = [
  {
    denied: new RegExp(
      `(?:\\b(?:not|never|no|nor|neither|without|nobody|nothing|cannot)|n['’]t)\\s+(?!(?:only|just|merely|doubt|less|worry|longer)\\b)(?:(?!only\\b|just\\b|but\\b)[\\w-]+\\s+){0,2}` +
        `(?:${EN_STANDING}(?:\\s*,?\\s*(?:,|\\bor\\b|\\bnor\\b)\\s*${EN_STANDING})*\\b|${EN_UNDER}\\b|${EN_SURE}|${EN_SAFE}\\b)` +
        '|\\b(?:not|never)\\s+(?:risk|loss)[- ]?free|\\b(?:not|never)\\s+without\\s+(?:any\\s+)?risk',
      'g',
    ),
    together: [
      [new RegExp(`\\b(?:${EN_STANDING}|${EN_UNDER})\\b`), AUTHORITY],
      [
        new RegExp(`\\b${EN_STANDING}\\b`),
        /\b(?:brokers?|advis[eo]rs?|analysts?|intermediar\w+|exchanges?|depositor\w+|institutions?|platforms?|portfolio)\b/,
      ],
      [new RegExp(`\\b${EN_SURE}`), new RegExp(`\\b${EN_GAIN}\\b|${PERCENT}`)],
    ],
    alone: [
      /\b(?:risk|loss)[- ]?free\b|\b(?:zero|without(?:\s+any)?)\s+risk\b/,
      new RegExp(`${PERCENT}\\s*(?:a|per|every|each|/)\\s*(?:day|week|month|year)\\b`),
      new RegExp(`${PERCENT}\\s*${OFTEN}\\b(?!\\s+(?:price\\s+)?(?:bands?|limits?))`),
      new RegExp(`\\b${OFTEN}\\s+${EN_GAIN}\\s+(?:[\\w-]+\\s+){0,2}[\\d.]*${PERCENT}`),
      new RegExp(
        `(?<!\\bkeep(?:s|ing)?\\s+(?:\\w+\\s+)?)\\b${EN_MONEY}\\s+(?:(?:is|are|stays?|remains?|will|be|always|fully|completely|totally|100\\s*%)\\s+){0,3}${EN_SAFE}\\b`,
      ),
      // Khara itself, without an authority's name.
      new RegExp(
        `\\b${EN_ITSELF}(?:['’](?:s|re)|\\s+(?:is|are|was|were|(?:has|have)\\s+been))(?:\\s+[\\w-]+){0,3}?\\s+(?:regulated|registered|licen[cs]ed|authori[sz]ed|accredited|certified)\\b`,
      ),
      /\b(?:regulated|registered|licen[cs]ed|authori[sz]ed)\s+(?:in|by|under)\s+(?:the\s+)?(?:laws?\s+of\s+)?india/,
      /\bdoubles? (?:your|the)? ?(?:money|capital|investment)\b/,
    ],
  },
  {
    denied: new RegExp(
      `(?:${HI_STANDING}|${HI_UNDER}|${HI_SURE}|${HI_SAFE})(?:\\s+(?!ही|केवल|सिर्फ)[^\\s.!?;:।,]+){0,3}?\\s+नहीं|(?:बिना|कोई)\\s+(?:${HI_STANDING}|${HI_UNDER}|${HI_SURE})(?:\\s+[^\\s.!?;:।,]+){0,3}\\s+नहीं`,
      'gu',
    ),
    together: [
      [new RegExp(`${HI_STANDING}|${HI_UNDER}`, 'u'), AUTHORITY],
      [new RegExp(HI_STANDING, 'u'), /ब्रोकर|दलाल|सलाहकार|एक्सचेंज|मध्यस्थ|प्लेटफॉर्म|संस्था|कंपनी/],
      [new RegExp(HI_SURE, 'u'), new RegExp(`${HI_GAIN}|${PERCENT}`, 'u')],
    ],
    alone: [
      /जोखिम[- ]?(?:मुक्त|रहित)|बिना (?:किसी )?जोखिम/,
      /\d\s*(?:%|प्रतिशत)\s*(?:प्रति|हर|रोज|मासिक|महीन)/,
      /(?:हर|प्रति)\s*(?:दिन|माह|महीने|सप्ताह|साल)\s*\d+\s*(?:%|प्रतिशत)/,
      /(?:मासिक|दैनिक|साप्ताहिक)\s*\d+\s*(?:%|प्रतिशत)/,
      /पैस\p{M}\s*(?:दुगुन|दोगुन|डबल)/u,
      new RegExp(HI_SAFE, 'u'),
      /(?<!\p{L}|\p{M})(?:खरा|हम)\s+(?:[^\s.!?;:।,]+\s+){0,3}?(?:पंजीकृत|रजिस्टर्ड|विनियमित|लाइसेंस)/u,
    ],
  },
  {
    denied: new RegExp(
      `(?:未|沒有|没有|不是|並非|并非|不|無|无)(?!只|僅|仅|但|止)(?:(?!${ZH_RISK})[^，。,;；、.!?！？:：\\n]){0,10}?(?:${ZH_STANDING}|${ZH_SURE}|保本)` +
        `|(?:不是|並非|并非|絕非|绝非)[^，。,;；、.!?！？:：\\n]{0,6}?(?:零|無|无|沒有|没有)(?:任何)?${ZH_RISK}`,
      'g',
    ),
    together: [
      [new RegExp(ZH_STANDING), AUTHORITY],
      [new RegExp(ZH_STANDING), /券商|經紀|经纪|交易所|顧問|顾问|機構|机构|平台/],
      [new RegExp(ZH_SURE), new RegExp(`${ZH_GAIN}|\\d\\s*%`)],
    ],
    alone: [
      /保本(?!價|价|點|点|幅度)|保底|穩賺|稳赚|必賺|必赚|包賺|包赚|只賺不賠|只赚不赔|零風險|零风险/,
      new RegExp(`(?<!有)(?:無|无|沒有|没有)(?:任何)?${ZH_RISK}(?!利率|管理|控制)`),
      new RegExp(`(?:每[日天週周月年]|[日週周月年])[^，。,]{0,2}${ZH_GAIN}[^，。,\\d]{0,4}[\\d.]+\\s*%`),
      /(?:資金|资金|本金)[^，。,]{0,6}(?:有保障|(?<!不|未|沒|没)受保[障護护]|有保證|有保证|無虞|无虞|(?:很|絕對|绝对|十分|完全|百分百|100\s*%)\s*安全)|(?:資金|资金)保障|本金安全/,
      /(?:khara|我們|我们|本平台|本公司|本站)[^，。,\n]{0,6}(?:受監管|受监管|[已合]法?(?:註冊|注册)|持牌|獲許可|获许可|獲批|获批)/,
      /(?:每|日|月|年)[^，。,]{0,4}\d+\s*%\s*\S{0,2}\s*(?:收益|報酬|报酬|回報|回报|利息|利潤|利润)/,
    ],
  },
];

/** Names of authorities spelled letter by letter ("s.e.b.i."). */
const SPELLED =
  /(?<![\p{L}\p{N}])(?:s\P{L}{1,3}e\P{L}{1,3}b\P{L}{1,3}i|[nb]\P{L}{1,3}s\P{L}{1,3}e|r\P{L}{1,3}b\P{L}{1,3}i)(?![\p{L}\p{N}])/gu;

/**
 * A text by its paragraphs, each as it is read: letters that are spelled joined, no blanks between Chinese characters.
 */
const splitParagraphs = (text: string): readonly string[] =>
  foldedText(text)
    .replace(SPELLED, (name) => name.replace(/\P{L}/gu, ''))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, ''));

/** How far apart, in characters, two words still make one claim. */
const NEAR = 80;

const near = (text: string, one: RegExp, other: RegExp): boolean =>
  [...text.matchAll(new RegExp(one, `${one.flags}g`))].some(({ 0: word, index }) =>
    other.test(text.slice(Math.max(0, index - NEAR), index + word.length + NEAR)),
  );

const claims = (text: string): boolean =>
  LANGUAGES.some(({ denied, together, alone }) => {
    const claimed = text.replace(denied, ' ');
    return alone.some((one) => one.test(claimed)) || together.some(([one, other]) => near(claimed, one, other));
  });

const hasNumber = (text: string): boolean => REGISTRATION_NUMBER.test(foldedText(text));

/** Whether a text claims a registration or a certain gain. */
export const claimsTooMuch = (text: string): boolean => hasNumber(text) || splitParagraphs(text).some(claims);

const EN_PRODUCT =
  '(?:app(?:lication)?|platform|(?:web ?)?site|service|exchange|market|broker(?:age)?|product|company)';
const HI_PRODUCT = '(?:ऐप\\p{L}*|एप्प?|एप्लिकेशन|मंच|प्लेटफ[ॉा]र्म|वेबसाइट|साइट|सेवा|एक्सचेंज|बाजार|ब्रोकर|कंपनी|उत्पाद)';
const ZH_PRODUCT =
  '(?:應用程式|应用程序|應用|应用|app|平台|平臺|網站|网站|服務|服务|系統|系统|軟體|软件|程式|程序|交易所|券商|公司|產品|产品)';

/** The product as its texts speak of it, by name or as what the reader has open. */
const ITSELF = new RegExp(
  [
    '\\bkhara\\b|खरा|\\b(?:we|our|ours|us)\\b|हम(?:ारा|ारे|ारी)?(?=\\s|$)|我們|我们|咱們|咱们|我方|我司|敝公司|本站',
    `\\bthis\\s+(?:[\\w-]+\\s+){0,2}?${EN_PRODUCT}\\b`,
    `\\b${EN_PRODUCT}\\s+(?:(?:that|which)\\s+)?(?:you|that\\s+you)(?:['’]re|\\s+are)?\\s+(?:(?:now|currently|already)\\s+)?(?:us(?:e|ing)|hold(?:ing)?|read(?:ing)?|see(?:ing)?|have|look(?:ing)?)\\b`,
    `\\b${EN_PRODUCT}\\s+(?:here|in your hands?|before you)\\b|\\byou\\s+(?:are\\s+using|use)\\s+(?:right\\s+)?(?:here|now)\\b`,
    `(?<![\\p{L}\\p{M}])(?:यह|ये|इस|इसी)\\s+(?:\\S+\\s+)?${HI_PRODUCT}`,
    `(?<![\\p{L}\\p{M}])(?:आप|आपके)\\s+(?:\\S+\\s+){0,3}?${HI_PRODUCT}(?=.*(?:उपयोग|इस्तेमाल|प्रयोग|हाथ|सामने))`,
    `(?:本|此|這[個款家]?|这[个款家]?|這一|这一)\\s*${ZH_PRODUCT}|(?:您|你)(?:現在|现在|正在|所|在用|手上|手中|眼前|打開|打开|使用|用|看到)+的(?:這個|这个|這款|这款)?\\s*${ZH_PRODUCT}`,
  ].join('|'),
  'u',
);

/** Others that an article speaks of: what follows is said of them. */
const OTHERS = new RegExp(
  [
    '\\b(?:brokers?|advis[eo]rs?|analysts?|intermediar\\w+|depositor\\w+|exchanges|institutions?|platforms|apps|funds?|banks?|compan(?:y|ies)|fraudsters?|scam\\w*|frauds?|imposters?|criminals?|strangers?|callers?|they|someone|anyone|anybody|somebody|who(?:ever)?)\\b',
    'ब्रोकर|दलाल|सलाहकार|विश्लेषक|मध्यस्थ|संस्था|कंपन|बैंक|ठग|धोखे|कोई|वे(?=\\s)|जो(?=\\s)',
    '券商|經紀|经纪|顧問|顾问|分析師|分析师|機構|机构|銀行|银行|騙|骗|詐|诈|他們|他们|有人|任何人|誰|谁',
  ].join('|'),
  'u',
);

/** Sentences, for texts that speak of others too. */
const splitSentences = (text: string): readonly string[] =>
  splitParagraphs(text).flatMap((paragraph) => paragraph.split(/[.!?;:\n。！？；：।|]+(?=\s|$|\D)/u));

/**
 * Whether a text claims such a thing for the product itself. What it says of others is not looked at. The
 * product stays what is spoken of over ends of sentences and paragraphs, until others are named.
 */
function claimsForItself(text: string): boolean {
  if (hasNumber(text)) return true;
  let isOfItself = false;
  for (const sentence of splitSentences(text)) {
    if (ITSELF.test(sentence)) isOfItself = true;
    else if (OTHERS.test(sentence)) isOfItself = false;
    if (isOfItself && claims(sentence)) return true;
  }
  return false;
}

/** The same of all texts within a value. */
export const anyClaimsTooMuch = (value: unknown): boolean => anyText(value, claimsTooMuch);
export const anyClaimsForItself = (value: unknown): boolean => anyText(value, claimsForItself);

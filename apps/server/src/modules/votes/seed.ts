import type { Deps } from '#src/kernel/deps.ts';
import * as store from './store.ts';
import type { NewVote } from './store.ts';
import { DAY_MS } from '@khara/rules';

const OPEN_DAYS = 30;

type Seed = Omit<NewVote, 'closesAt' | 'at'>;

/**
 * The vote that a new market begins with. Its options are countries, each with its flag. `npm run verify` holds
 * the votes of a database against it, so a vote that was opened once is not edited: another one gets another id.
 */
export const SEEDS: readonly Seed[] = [
  {
    id: 'first-market-abroad',
    texts: {
      en: {
        title: 'Which market should Khara practise next?',
        description:
          'Khara follows the rules of India’s exchange. One more could come: its sessions, ticks, charges and settlement, with fictional companies of its own. Which would you learn most from?',
      },
      hi: {
        title: 'खरा को अगला कौन-सा बाज़ार सिखाना चाहिए?',
        description:
          'खरा भारत के एक्सचेंज के नियमों पर चलता है। एक और बाज़ार जुड़ सकता है: उसके सत्र, टिक, शुल्क और निपटान, अपनी काल्पनिक कंपनियों के साथ। किससे आप सबसे ज़्यादा सीखेंगे?',
      },
      'zh-Hant': {
        title: 'Khara 下一個該練習哪個市場？',
        description:
          'Khara 依照印度交易所的規則運作。可以再加入一個市場：它的交易時段、最小變動、費用與交割，並有自己的虛構公司。您最想從哪一個學習？',
      },
      'zh-Hans': {
        title: 'Khara 下一个该练习哪个市场？',
        description:
          'Khara 按照印度交易所的规则运作。可以再加入一个市场：它的交易时段、最小变动、费用与交收，并有自己的虚构公司。您最想从哪一个学习？',
      },
    },
    options: [
      option('US', { en: 'United States', hi: 'अमेरिका', 'zh-Hant': '美國', 'zh-Hans': '美国' }),
      option('JP', { en: 'Japan', hi: 'जापान', 'zh-Hant': '日本', 'zh-Hans': '日本' }),
      option('SG', { en: 'Singapore', hi: 'सिंगापुर', 'zh-Hant': '新加坡', 'zh-Hans': '新加坡' }),
      option('GB', { en: 'United Kingdom', hi: 'ब्रिटेन', 'zh-Hant': '英國', 'zh-Hans': '英国' }),
      option('BR', { en: 'Brazil', hi: 'ब्राज़ील', 'zh-Hant': '巴西', 'zh-Hans': '巴西' }),
    ],
  },
];

function option(country: string, names: Seed['options'][number]['names']): Seed['options'][number] {
  return { id: `first-market-abroad-${country.toLowerCase()}`, flag: toFlag(country), names };
}

/** A country's flag: two regional indicators (Unicode TR 51). */
export function toFlag(country: string): string {
  return String.fromCodePoint(...Array.from(country, (letter) => 0x1_f1_e6 + letter.charCodeAt(0) - 65));
}

/** Opens the votes that a new market begins with. Safe to run at every start. */
export async function seedVotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    for (const seed of SEEDS) await store.openVote(tx, { ...seed, at, closesAt: at + OPEN_DAYS * DAY_MS });
  });
}

import type en from '../en/vote.ts';
import type { Shape } from '../shape.ts';

export default {
  people_one: '{{count}} 票',
  people_other: '{{count}} 票',
  closes: '{{at}} 截止',
  closed: '已於 {{at}} 截止',
  options: '選項',
  vote: '投票',
  choose: '請先選擇一個選項',
  login: '登入以投票',
  once: '每人一票，投出後不能更改。投票後或截止後才顯示結果。',
  yours: '您的選擇',
  voted: '謝謝，您的一票已計入。',
  results: '結果',
  result: '{{name}}：{{percent}}，{{votes}} 票',
  none: '目前沒有投票',
  noneText: '有關這個市場的問題會在這裡提出。',
  home: '回首頁',
} satisfies Shape<typeof en>;

import type en from '../en/vote.ts';
import type { Shape } from '../shape.ts';

export default {
  people_one: '{{count}} 票',
  people_other: '{{count}} 票',
  closes: '{{at}} 截止',
  closed: '已于 {{at}} 截止',
  options: '选项',
  vote: '投票',
  choose: '请先选择一个选项',
  login: '登录以投票',
  once: '每人一票，投出后不能更改。投票后或截止后才显示结果。',
  yours: '您的选择',
  voted: '谢谢，您的一票已计入。',
  results: '结果',
  result: '{{name}}：{{percent}}，{{votes}} 票',
  none: '目前没有投票',
  noneText: '有关这个市场的问题会在这里提出。',
  home: '回首页',
} satisfies Shape<typeof en>;

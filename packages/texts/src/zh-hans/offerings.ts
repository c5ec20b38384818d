import type en from '../en/offerings.ts';
import type { Shape } from '../shape.ts';

export default {
  about: {
    unit: '从{{parent}}分拆并向公众发售的虚构{{what}}业务；所有名称与数字皆为虚构。',
    ipo: '虚构公司{{name}}首次向公众发售股份。',
    offline_placement: '{{name}}的大股东在连续交易之外按底价出售股份。',
    private_placement: '{{name}}以略低于底价的价格向受邀者配售新股。',
    block: '{{name}}的大股东出售一笔大宗股份，先到先得，于大宗交易时段交收。',
  },
  remarks: {
    allot_pay: '{{code}} 获分配 {{lots}} 手',
    sign_pay: '{{code}} 配售 {{lots}} 手',
    block_pay: '{{code}} 大宗交易 {{lots}} 手',
  },
} satisfies Shape<typeof en>;

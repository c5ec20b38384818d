import type en from '../en/offerings.ts';
import type { Shape } from '../shape.ts';

export default {
  about: {
    unit: '從{{parent}}分拆並向公眾發售的虛構{{what}}業務；所有名稱與數字皆為虛構。',
    ipo: '虛構公司{{name}}首次向公眾發售股份。',
    offline_placement: '{{name}}的大股東在連續交易之外按底價出售股份。',
    private_placement: '{{name}}以略低於底價的價格向受邀者配售新股。',
    block: '{{name}}的大股東出售一筆鉅額股份，先到先得，於鉅額交易時段交割。',
  },
  remarks: {
    allot_pay: '{{code}} 獲分配 {{lots}} 手',
    sign_pay: '{{code}} 配售 {{lots}} 手',
    block_pay: '{{code}} 鉅額交易 {{lots}} 手',
  },
} satisfies Shape<typeof en>;

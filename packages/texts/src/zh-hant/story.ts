import type en from '../en/story.ts';
import type { Shape } from '../shape.ts';

export default {
  step: {
    accepted: '已保存，隨後確認',
    waits_for_open: '等待下一次開盤競價',
    opened: '已進入委託簿',
    openedBehind: '已進入委託簿，前面有 {{ahead}} 股',
    openedFirst: '已進入委託簿，排在首位',
    trigger_pending: '等待 {{price}} 的成交',
    triggered: '{{price}} 的成交觸發了它',
    filled: '以 {{price}} 成交 {{quantity}}',
    modified: '已更改：剩餘 {{quantity}}，價格 {{price}}',
    modify_refused: '未作更改',
    cancel_refused: '無法刪單',
    became_limit: '{{quantity}} 轉為 {{price}} 的限價委託',
    cancelled: '已撤銷',
    expired: '已失效',
    rejected: '交易所未接受',
  },
  why: {
    after_market: '休市時的委託於下一交易日 09:00 進入委託簿，須在當日價格區間內。',
    book: '到達時：買 {{bid}}，賣 {{ask}}，最新 {{price}}。',
    taker: '成交 {{trade}}：與委託簿中等待的委託撮合。',
    maker: '成交 {{trade}}：另一筆委託與它成交。',
    opening_auction: '開盤競價成交 {{trade}}：全部按同一價格。',
    closing_auction: '收盤競價成交 {{trade}}：全部按同一價格。',
    post_close: '收盤後成交 {{trade}}，按收盤價。',
    trigger: '停損委託在最新價達到觸發價之前不進入委託簿。',
    keptPriority: '只是數量變少，或揭露得更少，保留了排隊位置。',
    lostPriority: '排到已有委託之後：新價格、更大數量或揭露更多會失去位置。',
    became_limit: '競價未成交的市價委託轉為競價價格的限價委託。',
    square_off: '由系統下單：當沖持倉在收盤前平倉。',
  },
} satisfies Shape<typeof en>;

import type en from '../en/inbox.ts';
import type { Shape } from '../shape.ts';

export default {
  welcome: {
    title: '歡迎來到 Khara',
    body: '這是模擬市場：價格是模擬的，資金是虛擬的。請先到儲值頁存入虛擬資金，再下第一筆委託。',
  },
  changeTransactionPassword: {
    title: '請設定自己的交易密碼',
    body: '系統為您產生的密碼在 72 小時內有效，且不能用於提領；之後只能用來設定新密碼。',
  },
  taskRecharge: {
    title: '存入第一筆虛擬資金',
    body: '在儲值頁取得，不需任何真實付款，幾秒內到帳。',
  },
  taskRechargeDone: {
    title: '已完成：第一筆虛擬資金已到帳',
    body: '您可以用它下單買進股票。',
  },
  taskOrder: {
    title: '下第一筆委託',
    body: '選一檔股票買進一股。確認前，委託單會列出每項費用。',
  },
  taskOrderDone: {
    title: '已完成：第一筆委託已成交',
    body: '持倉與對帳單列出這筆交易及每項費用。',
  },
  taskKyc: {
    title: '完成身分驗證',
    body: '提領前需要完成。頁面提供練習用樣卡，請勿上傳您自己的證件。',
  },
  taskKycDone: {
    title: '已完成：您已通過身分驗證',
    body: '可提領至您本人名下的銀行帳戶。',
  },
  changeTransactionPasswordDone: {
    title: '已完成：您已設定自己的交易密碼',
    body: 'Khara 的人絕不會向您索取。',
  },
  transactionPasswordChanged: {
    title: '您的交易密碼已變更',
    body: '每次登入後都會重新要求輸入。若非本人操作，請立即變更登入密碼並重設交易密碼。',
  },
  supportAnswered: {
    title: '客服已回覆',
    body: '回覆在您的對話中。客服不會索取密碼或真實款項。',
  },
  secondFactorOn: {
    title: '雙重驗證已開啟',
    body: '現在登入需要驗證器的驗證碼。其他裝置均已登出。請將復原碼保存在只有您找得到的地方。',
  },
  secondFactorOff: {
    title: '雙重驗證已關閉',
    body: '現在僅憑密碼即可登入。其他裝置均已登出。如果不是您本人操作，請立即變更密碼。',
  },
  transactionPasswordReset: {
    title: '交易密碼已重設',
    body: '已憑登入密碼重新設定。24 小時內不能提領，以防盜用密碼的人轉走您的資金。如果不是您本人操作，請立即變更登入密碼。',
  },
  kycSubmitted: {
    title: '您的資料正在審核',
    body: '圖片只保留到審核決定後一天。不保存您的 Aadhaar 號碼，只保留末四位。',
  },
  kycCertified: {
    title: '您已通過身分驗證',
    body: '現在可以提領到您本人名下的銀行帳戶。',
  },
  kycFailed: {
    title: '身分驗證未通過',
    body: '頁面上寫明原因，您可以重新提交。',
  },
  passkeyAdded: {
    title: '已新增密碼金鑰',
    body: '有一個裝置現在可以不用密碼登入此帳戶。如果不是您本人操作，請移除它並立即變更密碼。',
  },
  newDevice: {
    title: '有新裝置登入',
    body: '有人從 {{address}} 以帳戶未曾使用過的裝置登入。若非本人，請到「我的」的「安全」結束該登入，並變更密碼。',
  },
  sessionsRevoked: {
    title: '已結束的登入：{{n}}',
    body: '這些登入是從您的安全頁面結束的。若非本人操作，請立即變更登入密碼。',
  },
  passkeyRemoved: {
    title: '已移除密碼金鑰',
    body: '該密碼金鑰不能再登入此帳戶。若非本人操作，請立即變更密碼，並新增您自己的密碼金鑰。',
  },
  passwordReset: {
    title: '您的登入密碼已重設',
    body: '已憑驗證器的驗證碼與一組復原碼重新設定。您已在所有裝置上登出，24 小時內不能提領。若非本人操作，請立即重新設定驗證器。',
  },
  withdrawalsOpen: {
    title: '提領已重新開放',
    body: '重設密碼後的等待時間已結束。',
  },
  bankBound: {
    title: '已新增銀行帳戶',
    body: '現在可以提領到 {{bank}}，{{account}}。若非本人操作，請立即變更登入密碼並移除此帳戶。',
  },
  bankRemoved: {
    title: '已移除銀行帳戶',
    body: '不再提領到 {{bank}}，{{account}}。若非本人操作，請立即變更登入密碼。',
  },
  bankReplaced: {
    title: '您的銀行帳戶已更換',
    body: '自 {{from}} 起，才能首次提領至 {{bank}}，{{account}}。若非本人操作，請立即用下方按鈕停止：之後不會有任何款項匯入該帳戶。接著請變更登入密碼。',
  },
  bankStopped: {
    title: '已停止提領至新的銀行帳戶',
    body: '在以兩組密碼確認之前，不會有任何款項匯入 {{bank}}，{{account}}。若不是您新增的帳戶，請刪除並立即變更兩組密碼。',
  },
  sessionsEndedByStaff: {
    title: '客服已將您在所有裝置上登出',
    body: '由兩位人員同意執行，原因是有人提出要求，或您的帳戶疑似由他人使用。由誰執行與原因，可在「我的」的「隱私」查看。其他都沒有變更，請照常登入。',
  },
  accountClosing: {
    title: '您的帳戶正在關閉',
    body: '48 小時後，其中的個人資料將被清除：電話、姓名、圖片、銀行帳戶、訊息。帳本只保留一個隨機編號，不指向任何人。在此之前，您可在「我的」的「隱私」取消。如果不是您本人操作，請立即變更密碼。',
  },
  passwordChanged: {
    title: '您的登入密碼已變更',
    body: '其他裝置均已登出。若非您本人操作，請用新密碼登入或立即聯絡客服。',
  },
  rechargePassed: {
    title: '{{money}} 虛擬資金已到帳',
    body: '透過 {{channel}} 的儲值 {{orderNumber}} 已通過。',
  },
  rechargeFailed: {
    title: '{{money}} 的儲值失敗',
    body: '沙盒銀行拒絕了儲值 {{orderNumber}}，沒有任何入帳。',
  },
  rechargeReversed: {
    title: '{{money}} 的儲值被收回',
    body: '儲值 {{orderNumber}} 通過後又被沙盒銀行收回，對帳單中有一筆紀錄。',
  },
  rechargeUnmatched: {
    title: '{{money}} 已到帳，但無法比對',
    body: '這筆錢在儲值 {{orderNumber}} 結束後才到，或金額不同。銀行收回之前它會單獨存放，詳情請看該筆儲值。',
  },
  rechargeSentBack: {
    title: '{{money}} 已退回原處',
    body: '這筆錢是為儲值 {{orderNumber}} 而來，但無法比對。銀行已將它收回。',
  },
  buyFilled: {
    title: '已買進 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，費用 ₹{{charges}}。',
  },
  sellFilled: {
    title: '已賣出 {{quantity}} 股 {{code}}',
    body: '平均每股 ₹{{price}}，費用 ₹{{charges}}。',
  },
  orderSquaredOff: {
    title: '您的 {{code}} 當沖委託在平倉時結束',
    body: '{{quantity}} 股中成交 {{filled}} 股。系統平掉當沖持倉之前，當沖委託一律結束。',
  },
  positionSquaredOff: {
    title: '您的 {{code}} 當沖持倉已由系統平倉',
    body: '收盤前系統以 ₹{{price}} 平倉 {{quantity}} 股。費用：₹{{charges}}。',
  },
  contractNoteReady: {
    title: '您{{date}}的成交單已備妥',
    body: '內含當天每筆成交與各項費用，可在對帳單頁面取得。',
  },
  orderEnded: {
    title: '您的 {{code}} 委託已結束',
    body: '{{quantity}} 股中成交 {{filled}} 股，其餘凍結已解除。',
  },
  orderRejected: {
    title: '您的 {{code}} 委託被拒絕',
    body: '交易所沒有接受，凍結已解除。',
  },
  rechargeRevoked: {
    title: '您撤銷了 {{money}} 的儲值',
    body: '儲值 {{orderNumber}} 不會入帳。',
  },
  rechargeExpired: {
    title: '{{money}} 的儲值已逾時',
    body: '儲值 {{orderNumber}} 未在時限內付款，沒有任何款項入帳。',
  },
  converted: {
    title: '您已將 {{money}} 兌換成 {{received}}',
    body: '兌換 {{orderNumber}}，匯率為 1 USDT 兌 ₹{{price}}。',
  },
  withdrawalAsked: {
    title: '您申請提領 {{money}}',
    body: '提領 {{orderNumber}} 正等待核准，在此之前款項凍結。若非您本人操作，請到提領紀錄撤回，並立即變更密碼。',
  },
  withdrawalRevoked: {
    title: '您撤回了 {{money}} 的提領',
    body: '提領 {{orderNumber}} 不會匯出，款項已回到您的錢包。',
  },
  withdrawalPassed: {
    title: '您的 {{money}} 提領已核准',
    body: '提領 {{orderNumber}} 正在匯往銀行。',
  },
  withdrawalPaid: {
    title: '{{money}} 虛擬資金已匯款',
    body: '提領 {{orderNumber}} 已匯款。',
  },
  withdrawalFailed: {
    title: '一筆 {{money}} 的提領失敗',
    body: '提領 {{orderNumber}} 未匯款，款項已回到您的錢包。',
  },
  withdrawalReturned: {
    title: '一筆 {{money}} 的提領被退回',
    body: '銀行退回了提領 {{orderNumber}}，資金與手續費已回到您的錢包。',
  },
  creditLowered: {
    title: '您的信用分現為 {{score}}',
    body: '{{points}} 分。信用頁面寫明規則、事由與恢復方式。',
  },
  creditBlocked: {
    title: '提領已暫停：您的信用分為 {{score}}',
    body: '信用頁面寫明規則、事由與自動恢復的時間，也可在那裡申訴。',
  },
  creditOpen: {
    title: '提領已恢復',
    body: '您的信用分為 {{score}}。',
  },
  appealUpheld: {
    title: '您的申訴成立',
    body: '該事件不再計入，您的信用分為 {{score}}。',
  },
  appealDeclined: {
    title: '您的申訴不成立',
    body: '該事件計入至其結束，時間見信用頁面。',
  },
  offeringInvited: {
    title: '{{code}} 的存取金鑰是 {{key}}',
    body: '在這個沙盒中人人都會收到，以便試用頁面。在真實市場，鉅額交易與私募配售只面向機構：沒有人會在應用程式裡提供給您，陌生人傳來的金鑰是誘餌。要您為這類股票付款的人極可能在行騙。請撥 1930。',
  },
  applicationMade: {
    title: '已申購 {{code}} {{lots}} 手',
    body: '已為此凍結 ₹{{amount}}。何時之前可以更改或撤回，請見申購頁面。',
  },
  applicationRevised: {
    title: '您對 {{code}} 的申購現為 {{lots}} 手',
    body: '已為此凍結 ₹{{amount}}，您的順位不變。',
  },
  applicationCancelled: {
    title: '您撤回了 {{code}} 的申購',
    body: '先前凍結的 ₹{{amount}} 已可動用。',
  },
  allotmentWon: {
    title: '中籤：{{code}} {{lots}} 手',
    body: '{{shares}} 股，每股 ₹{{price}}。簽署前 ₹{{amount}} 保持凍結；若不操作，期限結束時自動簽署。抽籤可在您的裝置上核驗。',
  },
  placementAllotted: {
    title: '獲配 {{code}} {{lots}} 手：請簽署並支付 ₹{{amount}}',
    body: '{{shares}} 股，每股 ₹{{price}}。未付金額（如有費用，已計入）僅在您簽署時收取。逾期未簽則分配失效，凍結款全數解凍。',
  },
  allotmentFailed: {
    title: '這次沒有中籤：{{code}}',
    body: '凍結的 ₹{{amount}} 已解凍。抽籤可在您的裝置上核驗。',
  },
  allotmentSigned: {
    title: '已簽署：{{code}} {{lots}} 手',
    body: '{{shares}} 股已支付 ₹{{amount}}（如有費用，已計入）。股份將在{{date}}開始交易前到帳。',
  },
  allotmentLapsed: {
    title: '您的 {{code}} 分配已失效',
    body: '未在期限內簽署。凍結的 ₹{{amount}} 已解凍，未收取任何款項。',
  },
  sharesCredited: {
    title: '{{code}} {{shares}} 股已到帳',
    body: '自{{date}}起可以賣出。',
  },
  listedToday: {
    title: '{{code}} 今日上市',
    body: '首個價格在開盤前的特別競價中產生。',
  },
  offeringWithdrawn: {
    title: '{{code}} 的發行已撤回',
    body: '發行在截止前撤回。凍結的 ₹{{amount}} 已解凍。',
  },
  offeringLapsed: {
    title: '{{code}} 的發行已失效',
    body: '條件無法滿足，因此不作分配。凍結的 ₹{{amount}} 已解凍。',
  },
  blockSettled: {
    title: '您的 {{code}} 鉅額交易已交割',
    body: '{{shares}} 股，含費用共 ₹{{amount}}，於鉅額交易時段交付，自 {{date}} 起可以賣出。',
  },
  dividendAnnounced: {
    title: '{{code}} 每股配發股利 ₹{{amount}}',
    body: '除息日為{{date}}，前一日收盤時持有者可得。除息日的參考價會相應下調。',
  },
  splitAnnounced: {
    title: '{{code}} 拆股：1 股拆為 {{times}} 股',
    body: '自除權日{{date}}起，每股變為 {{times}} 股，股價按同樣倍數縮小。您的持倉價值不因此改變。',
  },
  bonusAnnounced: {
    title: '{{code}} 配發紅股：每 {{b}} 股配 {{a}} 股',
    body: '除權日 {{date}}，持有者每 {{b}} 股得 {{a}} 股新股，股價相應下調。您的持倉價值不因此改變。',
  },
  dividendPaid: {
    title: '{{code}} 股利：₹{{amount}}',
    body: '按 {{quantity}} 股計。就源扣繳稅款：₹{{tds}}。',
  },
  splitDone: {
    title: '{{code}} 已拆股：您現有 {{total}} 股',
    body: '原為 {{quantity}} 股。您的總成本不變。等待中的委託已撤銷。',
  },
  bonusGiven: {
    title: '{{code}} 配發紅股 {{added}} 股',
    body: '您現有 {{total}} 股。不足一股的部分已付現金 ₹{{cash}}。等待中的委託已撤銷。',
  },
  alertAbove: {
    title: '{{code}} 已達到 ₹{{price}}',
    body: '您設的提醒（₹{{target}} 或以上）已觸發。每條提醒只通知一次。',
  },
  alertBelow: {
    title: '{{code}} 已跌至 ₹{{price}}',
    body: '您設的提醒（₹{{target}} 或以下）已觸發。每條提醒只通知一次。',
  },
} satisfies Shape<typeof en>;

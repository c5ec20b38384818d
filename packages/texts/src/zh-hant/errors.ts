import type en from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export default {
  systemBusy: '系統繁忙，請稍後再試',
  timeout: '連線逾時',
  loginFirst: '請先登入',
  sessionEnded: '登入已失效，請重新登入',
  addressEmpty: '請求地址不能為空',
  abort: '請求已取消',
  file: '檔案錯誤',
  offline: '沒有網路連線，請檢查後重試',
  newVersion: '有新版本，正在重新載入',
  settledDone: '重新載入前的操作已經完成',
  settledNot: '重新載入前的操作沒有完成',
} satisfies Shape<typeof en>;

import type en from '../en/errors.ts';
import type { Shape } from '../shape.ts';

export default {
  systemBusy: '系统繁忙，请稍后再试',
  timeout: '连接超时',
  loginFirst: '请先登录',
  sessionEnded: '登录已失效，请重新登录',
  addressEmpty: '请求地址不能为空',
  abort: '请求已取消',
  file: '文件错误',
  offline: '没有网络连接，请检查后重试',
  newVersion: '有新版本，正在重新加载',
  settledDone: '重新加载前的操作已经完成',
  settledNot: '重新加载前的操作没有完成',
} satisfies Shape<typeof en>;

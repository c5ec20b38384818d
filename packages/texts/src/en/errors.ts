/** What the transport and the shell say by themselves. */
export default {
  systemBusy: 'The system is busy, please try again later',
  timeout: 'Connection timed out',
  loginFirst: 'Please log in first',
  sessionEnded: 'Your session has ended. Please log in again',
  addressEmpty: 'request address cannot be empty',
  abort: 'The request was cancelled',
  file: 'file error',
  offline: 'No connection. Check your network and try again',
  newVersion: 'A newer version is ready. Reloading',
  settledDone: 'Your earlier request was done',
  settledNot: 'Your earlier request was not done',
} as const;

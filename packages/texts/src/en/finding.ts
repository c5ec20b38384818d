/**
 * What a device has found out about the log by itself, before its reader asked. It says what was found and
 * what that can mean, and no more.
 */
export default {
  bar: 'This device found a contradiction in the log of all entries.',
  look: 'Look at it',
  title: {
    changed: 'The log does not go on from where this device saw it',
    otherKey: 'The log is signed by a key that this device does not know',
    otherLog: 'This is another log than before',
    promise: 'A signed promise was not kept',
  },
  earlierAt: '{{at}}, your clock',
  foundAt: 'Found by this device by itself on {{time}}, your clock.',
  found: 'What was found',
  saw: 'Seen before',
  sawText: '{{size}} entries, signed {{time}}, your clock',
  means: 'What it means',
  meaning: {
    changed:
      'A log only grows: what was signed once stays in it. So the server runs on an older copy of its database, or entries in it were changed. Your orders and payments since the log was last in order may be missing or different: orders, payments, conversions.',
    otherKey:
      'The server at this address cannot sign as before. It may be another one. Enter no password and pay nothing until this is explained.',
    otherLog:
      'The server was set up again, or another server answers at this address. This device’s copy of the old log says nothing about the new one.',
    promise:
      'The operator signed that an entry of yours would be in the log within ten seconds, as it was. It is not there, or it is there in another form. This device holds the signed receipt.',
  },
  keep: 'What to keep',
  keepText:
    'Save this file outside this device. It holds what the operator signed then and what the server shows now. Any program that knows the format can check it without the server.',
  report: 'Where to report it',
  reportText:
    'Ask customer service for an answer in writing, and show the file to other members: their devices should have found the same. Suspected fraud is reported by calling 1930 or at cybercrime.gov.in.',
  service: 'Ask customer service',
  goOn: 'Go on with the log as it is now',
  goOnText:
    'Only once you have the file and an explanation. From then on this device compares with the present log. The finding and its file stay on this page.',
  earlier: 'Found earlier on this device',
  receipt_not_signed: 'A receipt is not signed by the key that it names.',
  signer_not_certified: 'A receipt is signed by a server’s key that the key of the log has not certified.',
  signer_retired: 'A receipt is signed by a server’s key after that key was retired.',
  promise_broken: 'An entry that the operator signed for is not in the log.',
} as const;

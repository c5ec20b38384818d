/** What staff did about an account, and why: the codes of the access log in words. */
export default {
  what: {
    identity: 'Identity check',
    recharge: 'Recharge',
    withdrawal: 'Withdrawal',
    appeal: 'Appeal',
    picture: 'A picture was opened',
    answer: 'Customer service answered',
    sessions: 'Ending all sessions',
  },
  stage: {
    asked: '{{what}}: a decision was proposed',
    agreed: '{{what}}: a second person agreed',
    declined: '{{what}}: a second person did not agree',
    carriedOut: '{{what}}: decided',
    failed: '{{what}}: the decision came too late',
  },
  why: {
    review: 'Review',
    documents_match: 'The documents match',
    documents_do_not_match: 'The documents do not match',
    holder_differs: 'The account is in another name',
    payment_seen: 'The payment has arrived',
    payment_not_seen: 'The payment has not arrived',
    appeal_justified: 'The appeal is justified',
    appeal_not_justified: 'The appeal is not justified',
    issuer_asked: 'The issuer asked for it',
    member_asked: 'You asked for it',
    books_explained: 'The books were explained',
    account_at_risk: 'Your account seemed to be in danger',
    device_lost: 'A device was lost',
  },
} as const;

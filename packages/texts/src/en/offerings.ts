/** The primary market, where the server itself writes: what a company does, and remarks beside lines of the bill. */
export default {
  about: {
    unit: 'An imaginary {{what}} unit carved out of {{parent}} and sold to the public; every name and figure is invented.',
    ipo: '{{name}}, an invented company, sells shares to the public for the first time.',
    offline_placement: 'A large holder of {{name}} sells shares outside continuous trading, at a floor price.',
    private_placement: '{{name}} places new shares with those it invites, a little under a floor price.',
    block: 'A large holder of {{name}} sells one block, first come, settled in the block window.',
  },
  remarks: {
    allot_pay: '{{lots}} lots of {{code}} allotted',
    sign_pay: 'Placement of {{lots}} lots of {{code}}',
    block_pay: 'Block of {{lots}} lots of {{code}}',
  },
} as const;

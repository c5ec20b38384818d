/** The primary market, where the server itself writes: what a company does, and remarks beside lines of the bill. */
export default {
  about: {
    unit: 'An imaginary {{what}} unit carved out of {{parent}} and sold to the public; every name and figure is invented.',
    ipo: '{{name}}, an invented company, sells shares to the public for the first time.',
    offline_placement: 'A large holder of {{name}} sells shares outside continuous trading, at a floor price.',
    private_placement: '{{name}} places new shares with those it invites, a little under a floor price.',
    block: 'A large holder of {{name}} sells one block, first come, settled in the block window.',
  },
  // Of an issue made by rule: what the money is for, and what may go wrong.
  objects: {
    plant: 'Half of the money builds a second plant, the rest stays as working capital.',
    loans: 'Most of the money repays loans, so that less goes to interest.',
    reach: 'The money opens branches in towns that have none yet.',
    stake: 'The parent sells a part of its stake: the money goes to it, not to the unit.',
  },
  unitRisk: {
    logistics: 'Fuel is dear, and two customers bring half of the freight.',
    renewables: 'It earns when sun and wind do, and its buyers pay late.',
    digital: 'A few large clients can leave within a quarter.',
    homes: 'Homes are paid for as they are built; a slow market stops both.',
    finance: 'Loans turn bad in a bad year, and its own money becomes dearer then.',
    retail: 'Rents are fixed, and customers are not.',
    materials: 'Its raw material is priced abroad, its goods at home.',
    mobility: 'It is not in profit yet, and its batteries come from one supplier.',
  },
  remarks: {
    allot_pay: 'Allotted lots of {{code}}: {{lots}}',
    sign_pay: 'Placement, lots of {{code}}: {{lots}}',
    block_pay: 'Block, lots of {{code}}: {{lots}}',
  },
} as const;

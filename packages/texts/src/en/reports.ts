/** What the simulation writes of a market day, and of companies in the course of it. */
export default {
  dayTitleUp: 'Market close {{date}}: {{index}} up {{percent}}%',
  dayTitleDown: 'Market close {{date}}: {{index}} down {{percent}}%',
  dayTitle: 'Market close {{date}}',
  daySummary:
    '{{up}} {{up|share|shares}} rose, {{down}} fell and {{same}} did not move. Shares worth {{value}} changed hands.',
  indices: 'Indices',
  gainers: 'Rose most',
  losers: 'Fell most',
  active: 'Most traded',
  listed: 'First day',
  actions: 'Companies',
  line: '**{{name}}** ({{code}}): {{price}}, {{change}}%',
  indexLine: '**{{name}}**: {{level}}, {{change}}%',
  levelLine: '**{{name}}**: {{level}}',
  activeLine: '**{{name}}** ({{code}}): {{value}} in {{volume}} {{volume|share|shares}}',
  listedLine: '**{{name}}** ({{code}}) came at {{issue}} and closed at {{price}}, {{change}}%',
  exDividend:
    '**{{code}}** traded without its dividend of {{amount}} a share for the first time; it is paid on {{pays}}',
  exSplit: '**{{code}}** was split: one share became {{times}}',
  exBonus: '**{{code}}** gave a bonus: {{a}} new {{a|share|shares}} for every {{b}}',
  exDemerger: 'A part of **{{code}}** became **{{into}}**: {{a}} new share for every {{b}}',
  exRights:
    '**{{code}}** traded without its rights to new shares for the first time: {{a}} for every {{b}} at {{price}}',
  exBuyback: '**{{code}}** had the record date of its buyback at {{price}}',
  newDividend: '**{{code}}** announced a dividend of {{amount}} a share; ex-date {{date}}, paid on {{pays}}',
  newSplit: '**{{code}}** announced a split of one share into {{times}}; ex-date {{date}}',
  newBonus: '**{{code}}** announced a bonus of {{a}} for every {{b}}; ex-date {{date}}',
  newDemerger: '**{{code}}** announced a demerger: {{a}} share of {{into}} for every {{b}}; ex-date {{date}}',
  newRights: '**{{code}}** announced a rights issue of {{a}} for every {{b}} at {{price}}; ex-date {{date}}',
  newBuyback: '**{{code}}** announced a buyback of shares at {{price}}; ex-date {{date}}',
  dayFoot:
    'This report was made by a template from what was traded on {{date}}. All companies are invented, and every price is one at which two orders met.',
  upTitle: '{{name}} rises {{percent}}%',
  downTitle: '{{name}} falls {{percent}}%',
  moveSummary: '{{code}} closed at {{price}} on {{date}}, after {{previous}} the day before.',
  moveBody:
    'It opened at {{open}} and traded between {{low}} and {{high}}. In all {{volume}} {{volume|share|shares}} worth {{value}} changed hands.\n\nWhy it moved is not known: in this market a price comes only from orders that meet, and an order gives no reason.',
  /** News of companies that the simulation invents; each comes with `newsBody`. */
  news: {
    results_above: {
      title: '{{name}} earns more than expected',
      summary: 'Simulated news: the quarterly profit of {{name}} ({{code}}) is higher than expected.',
    },
    results_below: {
      title: '{{name}} earns less than expected',
      summary: 'Simulated news: the quarterly profit of {{name}} ({{code}}) is lower than expected.',
    },
    order_won: {
      title: '{{name}} wins a large contract',
      summary: 'Simulated news: {{name}} ({{code}}) has won a contract worth {{amount}} crore.',
    },
    order_lost: {
      title: '{{name}} loses a large contract',
      summary: 'Simulated news: a customer of {{name}} ({{code}}) has ended a contract worth {{amount}} crore.',
    },
    upgrade: {
      title: 'Analysts think more of {{name}}',
      summary:
        'Simulated news: analysts value {{name}} ({{code}}) higher than before and name better margins as the reason.',
    },
    downgrade: {
      title: 'Analysts think less of {{name}}',
      summary:
        'Simulated news: analysts value {{name}} ({{code}}) lower than before and name rising costs as the reason.',
    },
    expansion: {
      title: '{{name}} expands',
      summary:
        'Simulated news: {{name}} ({{code}}) opens a new site and expects to grow by {{percent}}% within a year.',
    },
    stoppage: {
      title: 'Work stands still at a site of {{name}}',
      summary:
        'Simulated news: a fault has stopped work at a site of {{name}} ({{code}}); {{percent}}% of its business is affected for some days.',
    },
  },
  /** Behind the summary of results. */
  newsFigures: '{{quarter}}: profit ₹{{profit}} crore, expected ₹{{expected}} crore, revenue ₹{{revenue}} crore.',
  newsBody:
    '**This news is simulated.** {{name}} and its news are invented.\n\nThe simulated participants read this some moments before it showed here, as professionals do: the price has moved already. They act by placing orders like all others, and the price follows those orders and nothing else.\n\nNo person chose this news: the seed of the market day decides what comes out and when, and the hash of the seed was in the public log before the day began. The order log of {{date}} names the news at its place.',
} as const;

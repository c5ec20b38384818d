/** Demergers: a part of a company becomes another one. */
export default {
  about: 'Was the {{business}} business of {{name}} until a demerger on {{date}}. An invented company.',
  businesses: {
    realty: 'real estate',
    hotels: 'hotel',
    financial: 'financial',
    logistics: 'logistics',
    energy: 'energy',
    materials: 'materials',
    digital: 'digital',
    healthcare: 'healthcare',
  },
} as const;

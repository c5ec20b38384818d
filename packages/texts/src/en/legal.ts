/** Short legal lines that stand on several pages. */
export default {
  notRegistered: 'Not registered with SEBI. Nothing here is an investment.',
  practiceOrder: 'A practice order. No real share was bought.',
  version: 'Khara {{version}} ({{code}})',
} as const;

/** Looking at a picture more closely. */
export default {
  show: 'Look closer',
  larger: 'Larger',
  smaller: 'Smaller',
  level: '{{n}}%',
} as const;

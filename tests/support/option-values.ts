/** A value for each option that takes a value, different from the default behaviour. */
export const optionValues: Readonly<Record<string, unknown>> = {
  seconds: 3600,
  items: 7,
  step: 3,
  later: 12,
  characters: 2000,
  'after-end': 2,
  release: '0.8.5',
  named: 'other_name',
  other: 'key-',
  listed: ['http://localhost:3000'],
  fixed: { 'x-powered-by': 'Platform' },
}

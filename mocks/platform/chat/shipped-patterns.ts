/**
 * The patterns of the shipped scripts. `npm run check` proves that JavaScript matches them in linear
 * time; any other pattern needs the engine. Written by `npm run build`.
 */
export const shippedPatterns: readonly RegExp[] = [
  /\b(?:what|how much) does (?<colleague>[a-z]+) (?:earn|make|get paid)\b/i,
  /\b(?:salary|pay) of (?<colleague>[a-z]+)\b/i,
  /\bteam (vs\.?|versus) enterprise\b/i,
  /\b(?<etages>\d+) (?:étages|niveaux)/i,
  /\bwhere is (my|the|our) order\b/i,
  /^\W*(?:please |can you |could you )?(?:pay back|reimburse)\b/i,
  /\b(?<serial>(?:CN|SP|SA)-\d\d-\d{4})\b/i,
  /\b(yes|go ahead|please do|replace)\b/i,
  /\bwork from (?<place>lisbon|valencia|athens|warsaw|vienna|copenhagen)\b/i,
]

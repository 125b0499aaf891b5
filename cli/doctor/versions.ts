const numbersOf = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number)

/** Whether a version is the same as another or newer. */
export function isAtLeast(version: string, least: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(least)]
  const at = own.findIndex((part, index) => part !== other[index])
  return at === -1 || (own[at] ?? 0) > (other[at] ?? 0)
}

/** Whether a version is in a range such as `^2.12.0 || >=4.0.0`, as package.json has it. */
export const isInRange = (version: string, range: string): boolean =>
  range.split('||').some((part) => {
    const least = part.trim().replace(/^(?:\^|>=)/, '')
    const isOfMajor = !part.trim().startsWith('^') || numbersOf(version)[0] === numbersOf(least)[0]
    return isOfMajor && isAtLeast(version, least)
  })

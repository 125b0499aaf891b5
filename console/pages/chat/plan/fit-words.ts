/** A text in at most so many lines of so many characters; what does not fit ends in an ellipsis. */
export function fitWords(text: string, length: number, lines: number): readonly string[] {
  const fitted: string[] = []
  let rest = text.trim().replace(/\s+/g, ' ')
  while (rest !== '' && fitted.length < lines) {
    const isLast = fitted.length === lines - 1
    if (rest.length <= length) {
      fitted.push(rest)
      break
    }
    const space = rest.lastIndexOf(' ', isLast ? length - 1 : length)
    const end = space > 0 ? space : length - 1
    fitted.push(isLast ? `${rest.slice(0, end)}…` : rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return fitted
}

/** Saves JSON as a file of the user. */
export const downloadJson = (text: string, name: string): void =>
  downloadFile(new Blob([text], { type: 'application/json' }), name)

/** Saves content as a file of the user, under a name such as `turn.har`. */
export function downloadFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

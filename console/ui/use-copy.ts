import { useState } from 'preact/hooks'

/** Copies a text when asked, and has a word for how that went until it is forgotten. */
export function useCopy(text: string) {
  const [said, setSaid] = useState('')
  return {
    said,
    copy: async () => setSaid((await copied(text)) ? 'Copied' : 'Not allowed'),
    forget: () => setSaid(''),
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copiedTheOldWay(text)
  }
}

// Browsers have no clipboard for a page that came over plain HTTP from elsewhere.
function copiedTheOldWay(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.className = 'unseen'
  area.value = text
  // A dialog lets nothing behind it have the focus.
  const place = before?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

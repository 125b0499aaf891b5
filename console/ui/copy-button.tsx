import { useState } from 'preact/hooks'
import { Button } from './button.tsx'

/** Copies a text; says whether it did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => setSaid((await copied(text)) ? 'Copied' : 'Not allowed')
  return (
    <span class="copy" onPointerLeave={() => setSaid('')} onFocusOut={() => setSaid('')}>
      <Button kind="quiet" label={label} onClick={copy}>
        {said || 'Copy'}
      </Button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  )
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
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}

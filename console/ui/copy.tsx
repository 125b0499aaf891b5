import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { BreakableText } from './text.tsx'

/** Copies a text when asked, and has a word for how that went until it is forgotten. */
function useCopy(text: string) {
  const [said, setSaid] = useState('')
  return {
    said,
    copy: async () => setSaid((await copyText(text)) ? 'Copied' : 'Not allowed'),
    forget: () => setSaid(''),
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithSelection(text)
  }
}

// Browsers have no clipboard for a page that came over plain HTTP from elsewhere.
function copyWithSelection(text: string): boolean {
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

/** Copies a text; says whether it did. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { said, copy, forget } = useCopy(text)
  return (
    <span class="copy" onPointerLeave={forget} onFocusOut={forget}>
      <Button kind="quiet" label={label} onClick={copy}>
        {said || 'Copy'}
      </Button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  )
}

type CopyableTextProps = {
  readonly text: string
  /** What it is, such as `the password of demo@example.com`. */
  readonly what: string
  /** What is shown of a text that nobody reads. */
  readonly shown?: string | undefined
}

/** A text that a press copies. */
export function CopyableText({ text, what, shown = text }: CopyableTextProps) {
  const { said, copy, forget } = useCopy(text)
  const title = `Copy ${what}`
  return (
    <span class="copied-text" onPointerLeave={forget} onFocusOut={forget}>
      <button type="button" title={title} aria-label={`${shown}: ${title}`} onClick={copy}>
        <code class={shown === text ? '' : 'short'}>
          <BreakableText text={shown} />
        </code>
        <span aria-hidden="true" class="copied-sign">
          {said || <CopyIcon />}
        </span>
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  )
}

/** Two sheets: what it stands beside can be copied. */
const CopyIcon = () => (
  <svg class="sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
    <rect x="2" y="2" width="8.5" height="8.5" rx="1.5" />
    <path d="M13 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-6" />
  </svg>
)

type CodeProps = {
  readonly text: string
  /** What it is; read out, not seen. */
  readonly label: string
  /** Breaks long lines instead of scrolling. */
  readonly wrap?: boolean
}

/** Text to read and to copy, as it is. */
export const Code = ({ text, label, wrap }: CodeProps) => (
  <div class="code">
    <pre class={wrap === true ? 'wrap' : ''} role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
)

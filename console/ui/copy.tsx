import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, Icon } from './button.tsx'
import { BreakableText, JsonText } from './text.tsx'

/**
 * Returns a function that copies a text, and a message about the result until `forget` is called.
 */
function useCopy(text: string | (() => Promise<string>)) {
  const [result, setResult] = useState('')
  return {
    result,
    copy: async () => {
      const isCopied = await copyText(typeof text === 'string' ? text : await text())
      setResult(isCopied ? 'Copied' : 'Copying is not allowed')
    },
    forget: () => setResult(''),
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

// Browsers have no clipboard API on a page that another machine serves over plain HTTP.
function copyWithSelection(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.className = 'unseen'
  area.value = text
  // While a dialog is open, only elements inside it can have the focus.
  const place = focused?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** A button that copies a text, and then shows whether this succeeded. */
export function CopyButton(props: {
  /** The text to copy, or a function that loads the text after the press. */
  readonly text: string | (() => Promise<string>)
  readonly label: string
  /** The text of the button. Default: `Copy`. */
  readonly short?: ComponentChildren
  readonly kind?: 'plain' | 'quiet'
}) {
  const { text, label, short = 'Copy', kind = 'quiet' } = props
  const { result, copy, forget } = useCopy(text)
  return (
    <span class="copy" onPointerLeave={forget} onFocusOut={forget}>
      <Button kind={kind} label={label} onClick={copy}>
        {result || short}
      </Button>
      <span class="unseen" role="status">
        {result}
      </span>
    </span>
  )
}

type CopyableTextProps = {
  readonly text: string
  /** A description of the text, such as `the password of demo@example.com`. */
  readonly what: string
  /** A shorter text that is shown instead of the copied text. */
  readonly shownText?: string | undefined
}

/** A text that is copied when the user clicks it. */
export function CopyableText({ text, what, shownText = text }: CopyableTextProps) {
  const { result, copy, forget } = useCopy(text)
  const title = `Copy ${what}`
  return (
    <span class="copied-text" onPointerLeave={forget} onFocusOut={forget}>
      <button type="button" title={title} aria-label={`${shownText}: ${title}`} onClick={copy}>
        <code class={shownText === text ? '' : 'short'}>
          <BreakableText text={shownText} />
        </code>
        <span aria-hidden="true" class="copied-sign">
          {result || <Icon name="copy" />}
        </span>
      </button>
      <span class="unseen" role="status">
        {result}
      </span>
    </span>
  )
}

type CodeProps = {
  readonly text: string
  readonly label: string
  /** Whether long lines wrap. Otherwise they scroll. */
  readonly wrap?: boolean
  /** `group` if the page can show several texts with the same label. */
  readonly role?: 'region' | 'group'
}

export const Code = ({ text, label, wrap, role = 'region' }: CodeProps) => (
  <div class="code">
    <pre class={wrap === true ? 'wrap' : ''} role={role} aria-label={label} tabIndex={0}>
      <code>
        <JsonText text={text} />
      </code>
    </pre>
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
)

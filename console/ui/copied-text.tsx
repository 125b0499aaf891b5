import { Breakable } from './breakable.tsx'
import { CopySign } from './copy-sign.tsx'
import { useCopy } from './use-copy.ts'

export type CopiedTextProps = {
  readonly text: string
  /** What it is, such as `the password of demo@example.com`. */
  readonly what: string
  /** What is shown of a text that nobody reads. */
  readonly shown?: string | undefined
}

/** A text that a press copies. */
export function CopiedText({ text, what, shown = text }: CopiedTextProps) {
  const { said, copy, forget } = useCopy(text)
  const title = `Copy ${what}`
  return (
    <span class="copied-text" onPointerLeave={forget} onFocusOut={forget}>
      <button type="button" title={title} aria-label={`${shown}: ${title}`} onClick={copy}>
        <code class={shown === text ? '' : 'short'}>
          <Breakable text={shown} />
        </code>
        <span aria-hidden="true" class="copied-sign">
          {said || <CopySign />}
        </span>
      </button>
      <span class="unseen" role="status">
        {said}
      </span>
    </span>
  )
}

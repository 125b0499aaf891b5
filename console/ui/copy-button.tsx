import { Button } from './button.tsx'
import { useCopy } from './use-copy.ts'

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

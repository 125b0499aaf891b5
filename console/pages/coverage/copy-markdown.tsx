import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Copies the report as Markdown, for a ticket; the clipboard takes only what is there already. */
export function CopyMarkdown({ of }: { readonly of: string }) {
  const { control } = usePlatform()
  const [text, setText] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    control
      .open(`coverage?of=${of}&format=markdown`, { signal: leaving.signal })
      .then((response) => response.text())
      .then(setText, () => setText(undefined))
    return () => leaving.abort()
  }, [control, of])
  return text === undefined ? null : <CopyButton text={text} label="Copy as Markdown" />
}

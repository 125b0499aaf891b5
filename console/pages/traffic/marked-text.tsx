import { CopyButton } from '../../ui/copy.tsx'
import type { MarkKind, TextPart } from './mark-text.ts'
import { recording } from './traffic-store.ts'

const names: Readonly<Record<MarkKind, readonly [one: string, several: string]>> = {
  secret: ['secret', 'secrets'],
  token: ['token', 'tokens'],
  key: ['key', 'keys'],
  email: ['email address', 'email addresses'],
  address: ['IP address', 'IP addresses'],
  agent: ['user agent', 'user agents'],
  content: ['text of a tool or chunk', 'texts of tools or chunks'],
}

const titleOf = (kind: MarkKind, isRedacted: boolean) => {
  const [one] = names[kind]
  if (!isRedacted) return `${one}, as it was recorded`
  return kind === 'content'
    ? `${one}: replaced by letters, unless it was kept`
    : `pseudonym of: ${one}`
}

/** A text in which secrets, or what stands for them, are marked. */
export const MarkedText = ({ parts }: { readonly parts: readonly TextPart[] }) => {
  const isRedacted = recording.value?.result?.isRedacted === true
  return (
    <>
      {parts.map(({ text, mark }, at) =>
        mark === undefined ? (
          text
        ) : (
          <mark key={at} class={`mark mark-${mark}`} title={titleOf(mark, isRedacted)}>
            {text}
          </mark>
        ),
      )}
    </>
  )
}

type MarkedCodeProps = {
  readonly parts: readonly TextPart[]
  readonly label: string
}

/** A marked text that can be copied, with the number of its marks by kind. */
export function MarkedCode({ parts, label }: MarkedCodeProps) {
  const isRedacted = recording.value?.result?.isRedacted === true
  const counts = [...Map.groupBy(parts, ({ mark }) => mark)].flatMap(([mark, own]) => {
    if (mark === undefined) return []
    const [one, several] = names[mark]
    return [`${own.length} ${own.length === 1 ? one : several}`]
  })
  const text = parts.map((part) => part.text).join('')
  return (
    <div>
      <div class="code">
        <pre class="wrap" role="region" aria-label={label} tabIndex={0}>
          <code>
            <MarkedText parts={parts} />
          </code>
        </pre>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
      {counts.length > 0 && (
        <p class="small faint">
          {isRedacted ? 'Pseudonyms' : 'Marked'}: {counts.join(', ')}.
        </p>
      )}
    </div>
  )
}

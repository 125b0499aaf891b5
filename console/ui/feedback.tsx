import type { ComponentChildren } from 'preact'
import { TextWithCode } from './text.tsx'
import type { Grade } from '../../contract/choices/choice.ts'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

export type NoticeProps = {
  /** One that is `bad` is read out at once. */
  readonly tone?: Tone
  readonly title?: string
  readonly children: ComponentChildren
}

/** Something that one should know, where it matters. */
export const Notice = ({ tone = 'info', title, children }: NoticeProps) => (
  <div class={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {title !== undefined && <strong>{title}</strong>}
    <div>{children}</div>
  </div>
)

/** How something stands: said by a colour, and always by words too. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info'

/** What the server refused, in its words; nothing where it refused nothing. */
export const ErrorNotice = ({ message: words }: { readonly message: string | undefined }) =>
  words === undefined ? null : (
    <Notice tone="bad" title="The server refused">
      <TextWithCode text={words} />
    </Notice>
  )

/** A word that stands out, such as a status. */
export const Badge = (given: { readonly children: ComponentChildren; readonly tone?: Tone }) => (
  <span class={`badge tone-${given.tone ?? 'plain'}`}>{given.children}</span>
)

const tones: Readonly<Record<Grade, Tone>> = { specified: 'good', open: 'info', deviates: 'bad' }

/** What the specification makes of an option. */
export const GradeBadge = ({ grade }: { readonly grade: Grade | undefined }) => (
  <Badge tone={grade === undefined ? 'plain' : tones[grade]}>{grade ?? 'unknown'}</Badge>
)

/** What stands where there is nothing to show, and what to do about it. */
export const EmptyState = (given: {
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="empty">
    <h2>{given.title}</h2>
    {given.children}
  </div>
)

type ToastMessage = { readonly text: string; readonly tone: Tone }

/** How long it stays, in milliseconds; what went wrong takes longer to read. */
const displayTime = (tone: Tone) => (tone === 'bad' ? 8000 : 3000)

const currentToast = signal<ToastMessage>()

/** Says what was done, in a corner and without a stop; what comes next takes its place. */
export function toast(words: string, tone: Tone = 'plain'): void {
  currentToast.value = { text: words, tone }
}

/** Where it is said. One component of the frame draws it. */
export function Toast() {
  const current = currentToast.value
  useEffect(() => {
    if (current === undefined) return undefined
    const timer = window.setTimeout(
      () => (currentToast.value = undefined),
      displayTime(current.tone),
    )
    return () => window.clearTimeout(timer)
  }, [current])
  return (
    <div class="toast-place" role="status">
      {current !== undefined && <p class={`toast tone-${current.tone}`}>{current.text}</p>}
    </div>
  )
}

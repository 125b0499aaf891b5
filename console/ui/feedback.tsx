import type { ComponentChildren } from 'preact'
import { TextWithCode } from './text.tsx'
import type { Grade } from '../../contract/choices/choice.ts'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

type NoticeProps = {
  /** The status that the notice shows. Screen readers announce a `bad` notice at once. */
  readonly tone?: Tone
  readonly title?: string
  readonly children: ComponentChildren
}

/** A notice next to the content it refers to. */
export const Notice = ({ tone = 'info', title, children }: NoticeProps) => (
  <div class={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {title !== undefined && <strong>{title}</strong>}
    <div>{children}</div>
  </div>
)

/** A notice that every page shows, with buttons at its end. */
export const Banner = (props: {
  readonly tone: Tone
  /** The name of the banner for screen readers. */
  readonly label: string
  readonly children: ComponentChildren
  readonly actions: ComponentChildren
}) => (
  <section class={`notice tone-${props.tone} banner`} aria-label={props.label}>
    <div>{props.children}</div>
    <span class="row row-middle">{props.actions}</span>
  </section>
)

/** A status, shown by a color in addition to its text. */
export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'info'

type ErrorNoticeProps = { readonly title?: string; readonly message: string | undefined }

export const ErrorNotice = ({
  title = 'The server refused the request',
  message,
}: ErrorNoticeProps) =>
  message === undefined ? null : (
    <Notice tone="bad" title={title}>
      <TextWithCode text={message} />
    </Notice>
  )

/** A highlighted word, such as a status. */
export const Badge = (props: { readonly children: ComponentChildren; readonly tone?: Tone }) => (
  <span class={`badge tone-${props.tone ?? 'plain'}`}>{props.children}</span>
)

const statusTones: Readonly<Record<number, Tone>> = { 2: 'good', 3: 'info', 4: 'warn', 5: 'bad' }

/** Shows the status of a response, or `reset` for an exchange without a response. */
export const StatusBadge = ({ status }: { readonly status: number | null }) =>
  status === null ? (
    <Badge tone="bad">reset</Badge>
  ) : (
    <Badge tone={statusTones[Math.floor(status / 100)] ?? 'plain'}>{status}</Badge>
  )

/** The grade of an option. Only a deviation from the specification stands out. */
export const GradeBadge = ({ grade }: { readonly grade: Grade | undefined }) => (
  <Badge tone={grade === 'deviates' ? 'bad' : 'plain'}>{grade ?? 'unknown'}</Badge>
)

type ShareBarProps = {
  readonly total: number
  readonly parts: readonly { readonly name: string; readonly tone: Tone; readonly count: number }[]
}

/** A bar that shows the shares of a total. Screen readers need the same figures beside the bar. */
export const ShareBar = ({ total, parts }: ShareBarProps) => (
  <span class="share-bar" aria-hidden="true">
    {parts
      .filter(({ count }) => count > 0)
      .map(({ name, tone, count }) => (
        <span
          key={name}
          class={`tone-${tone}`}
          title={`${count} ${name}`}
          style={{ width: `${(100 * count) / total}%` }}
        />
      ))}
  </span>
)

/** A text with advice that is shown in place of an empty list. */
export const EmptyState = (props: {
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="empty">
    {/* Not a heading element, because it can be below headings of any level. */}
    <p class="empty-title">{props.title}</p>
    {props.children}
  </div>
)

type ToastMessage = { readonly text: string; readonly tone: Tone }

/** Milliseconds for which a message is shown. An error is shown longer. */
const displayTime = (tone: Tone) => (tone === 'bad' ? 8000 : 3000)

const currentToast = signal<ToastMessage>()

/** Shows a short message in a corner, replacing the previous one. */
export function toast(text: string, tone: Tone = 'plain'): void {
  currentToast.value = { text, tone }
}

/** Shows the messages of `toast`. Only `App` renders this component. */
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

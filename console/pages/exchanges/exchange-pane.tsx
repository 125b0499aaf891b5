import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatCount } from '../../../contract/format-count.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { prettyJson } from '../../ui/format.ts'
import { Facts } from '../../ui/text.tsx'
import { StatusBadge } from '../../ui/feedback.tsx'
import { exchangeHeadingId, focusExchangeList, stepInList } from './exchange-list.tsx'
import type { ShownBody, ShownMessage } from './shown-message.ts'

type ExchangePaneProps = {
  readonly title: string
  /** The summary of the exchange; `undefined` until it is loaded. */
  readonly summary:
    | {
        readonly status: number | null
        readonly method: string
        readonly address: ComponentChildren
        /** The facts of the summary. A fact whose value is `undefined` is left out. */
        readonly facts: readonly (readonly [name: string, value: ComponentChildren])[]
      }
    | undefined
  readonly onClose: () => void
  readonly children: ComponentChildren
}

type BackToListProps = { readonly href: string; readonly children: ComponentChildren }

/** Leads back to the list in a narrow window, where an open exchange takes its place. */
export const BackToList = ({ href, children }: BackToListProps) => (
  <a class="button button-quiet exchange-back" href={href}>
    ‹ {children}
  </a>
)

/** Shows one exchange beside the list: the summary of the exchange, and `children`. */
export function ExchangePane({ title, summary, onClose, children }: ExchangePaneProps) {
  const close = () => {
    onClose()
    // On a narrow page, the list becomes visible only with the next render.
    window.requestAnimationFrame(focusExchangeList)
  }
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A narrow page hides the list while it shows an exchange, so the pane gets the focus.
    const list = document.querySelector('.exchange-side')
    if (list?.checkVisibility() === false) heading.current?.focus()
  }, [])
  return (
    <section
      class="card stack exchange-pane"
      aria-labelledby={exchangeHeadingId}
      onKeyDown={({ key, target }) => {
        // If a dialog of the pane is open, Escape closes only this dialog.
        if (key === 'Escape' && target instanceof Element && !target.closest('dialog')) close()
      }}
    >
      <div class="row row-middle">
        <h2 id={exchangeHeadingId} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <span class="row push">
          <Button label="Previous exchange" onClick={() => stepInList('ArrowUp')}>
            <Icon name="up" />
          </Button>
          <Button label="Next exchange" onClick={() => stepInList('ArrowDown')}>
            <Icon name="down" />
          </Button>
          <Button kind="quiet" onClick={close}>
            Close
          </Button>
        </span>
      </div>
      {summary !== undefined && (
        <>
          <p class="exchange-address">
            <StatusBadge status={summary.status} />{' '}
            <code>
              <b>{summary.method}</b> {summary.address}
            </code>
          </p>
          <Facts class="exchange-facts" facts={summary.facts} />
        </>
      )}
      {children}
    </section>
  )
}

type MessagePart = 'headers' | 'body'

/** A component that shows a text of a message, with a button that copies it. */
export type PartText = ComponentType<{
  readonly label: string
  readonly text: string
  readonly part: MessagePart
}>

type MessagesProps = {
  readonly request: ShownMessage
  readonly response: ShownMessage
  readonly Text: PartText
}

/** Shows the request and the response of an exchange. */
export const Messages = ({ request, response, Text }: MessagesProps) => (
  <div class="stack">
    <h3>Request</h3>
    <Message name="request" message={request} Text={Text} />
    <h3>Response</h3>
    <Message name="response" message={response} Text={Text} />
  </div>
)

function Message(props: {
  readonly name: string
  readonly message: ShownMessage
  readonly Text: PartText
}) {
  const { name, message, Text } = props
  const { headers, body } = message
  const text = headers?.map((header) => header.join(': ')).join('\n')
  return (
    <>
      {headers?.length === 0 && <p class="faint small">No headers are stored.</p>}
      {headers !== undefined && text !== undefined && text !== '' && (
        <details>
          <summary>{formatCount(headers.length, `${name} header`)}</summary>
          <Text label={`${name} headers`} text={text} part="headers" />
        </details>
      )}
      {body !== undefined && <Body label={`${name} body`} body={body} Text={Text} />}
    </>
  )
}

function Body(props: {
  readonly label: string
  readonly body: ShownBody
  readonly Text: PartText
}) {
  const { label, body, Text } = props
  if (body.kind === 'empty') return <p class="faint small">Without a body.</p>
  if (body.kind === 'missing') return <p class="faint small">No body is stored.</p>
  if (body.kind === 'bytes')
    return <p class="faint small">{body.length.toLocaleString('en')} bytes that are no text.</p>
  return (
    <>
      <Text label={label} text={prettyJson(body.text)} part="body" />
      {body.length > body.text.length && (
        <p class="faint small">
          The first {body.text.length.toLocaleString('en')} of {body.length.toLocaleString('en')}{' '}
          characters.
        </p>
      )}
    </>
  )
}

import { signal } from '@preact/signals'
import { Banner } from '../ui/feedback.tsx'
import { Button } from '../ui/button.tsx'
import { host } from './host.ts'

const notices = signal<readonly string[]>([])

/** Shows a notice to the user of a static site until the user closes it. */
export function showNotice(sentence: string): void {
  if (!notices.value.includes(sentence)) notices.value = [...notices.value, sentence]
}

host.site?.onNotice(showNotice)

/** Shows the notices of a static site, for example that the browser stores nothing. */
export function SiteNotices() {
  if (notices.value.length === 0) return null
  return (
    <Banner
      tone="warn"
      label="About this page"
      actions={
        <Button kind="quiet" onClick={() => (notices.value = [])}>
          Understood
        </Button>
      }
    >
      {notices.value.map((sentence) => (
        <p key={sentence} role="status">
          {sentence}
        </p>
      ))}
    </Banner>
  )
}

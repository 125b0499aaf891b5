import type { ActiveChoice } from '../../../contract/control/worlds.ts'
import { Badge } from '../../ui/feedback.tsx'
import { useRoving } from '../../ui/roving.ts'
import { isChanged } from './choice-filter.ts'

type GroupIndexProps = {
  readonly groups: readonly (readonly [string, readonly ActiveChoice[]])[]
}

/** An index of the groups, each with its number of choices and of changed ones. */
export const GroupIndex = ({ groups }: GroupIndexProps) => (
  <nav class="choices-index" aria-label="Groups of choices" {...useRoving<HTMLElement>('button')}>
    {groups.map(([group, choices]) => {
      const changed = choices.filter(isChanged).length
      return (
        <button key={group} type="button" class="button button-quiet" onClick={() => show(group)}>
          <span>{group}</span> <span class="faint small">{choices.length}</span>
          {changed > 0 && <Badge tone="warn">{changed} changed</Badge>}
        </button>
      )
    })}
  </nav>
)

/** Shows a group. A link is not possible, because the hash of the URL is the path of the page. */
function show(group: string): void {
  const heading = document.querySelector<HTMLElement>(`#choices-${group}`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

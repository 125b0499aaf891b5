import type { Group, Verdicts } from './answers.ts'

/** How far a run is in each section of the suite. */
export const Groups = ({ groups }: { readonly groups: readonly Group[] }) => (
  <ul class="judge-groups" aria-label="Sections">
    {groups.map(({ name, checks, done, verdicts }) => (
      <li key={name} class={stateOf(done, checks, verdicts)}>
        <span class="judge-group-name">{name}</span>
        <span class="judge-figures">
          {broken(verdicts) > 0 && <b>{broken(verdicts)} fail </b>}
          {done}/{checks}
        </span>
        <progress max={checks} value={done} aria-label={`Checks of ${name} decided`} />
      </li>
    ))}
  </ul>
)

const broken = ({ fail = 0, error = 0 }: Verdicts): number => fail + error

function stateOf(done: number, checks: number, verdicts: Verdicts): string {
  if (broken(verdicts) > 0) return 'judge-group tone-bad'
  return done === checks ? 'judge-group tone-good' : 'judge-group tone-info'
}

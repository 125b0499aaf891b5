import { playedIn } from '../control/played-behaviour.ts'
import { TextWithCode } from '../ui/text.tsx'
import { hrefOf, pageLocation } from './location.ts'
import { usePlatform } from './platform.ts'

/** Says which behaviours a world was made to play, with the way back to the report. */
export function PlayedLine() {
  const { world, access } = usePlatform()
  const played = playedIn(world)
  if (played === undefined || access !== 'open' || pageLocation.value.path === 'tolerance')
    return null
  const { behaviours, says, from, missingFixture } = played
  const back = { world: from, behaviour: behaviours.toSorted().join(' with ') }
  return (
    <section class="notice tone-info" aria-label="What this world plays">
      <p>
        This world plays <code>{behaviours.join(' with ')}</code>: <TextWithCode text={says} />.{' '}
        {missingFixture !== undefined && (
          <>
            It has the usual data, because this server does not have <code>{missingFixture}</code>
            .{' '}
          </>
        )}
        <a href={hrefOf('tolerance', back)}>Back to the report</a>
      </p>
    </section>
  )
}

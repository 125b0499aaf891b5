import { ActiveLine } from '../pages/faults/active.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { probeAccess, usePlatform } from './platform.ts'
import { isVisited } from './visitor.ts'
import { VisitorBanner } from './visitor-banner.tsx'

/** What is unusual about the server, on every page. */
export function Signs() {
  const { access } = usePlatform()
  const visited = access === 'needs-token' || access === 'off'
  return (
    <>
      {access === 'open' && <ActiveLine />}
      <div class="frame-signs">
        {access === 'lost' && (
          <Notice tone="bad" title="The server does not answer.">
            Was it stopped? <Button onClick={probeAccess}>Ask again</Button>
          </Notice>
        )}
        {isVisited && <VisitorBanner />}
        {visited && (
          <Notice tone="plain">
            This is a stand-in for the platform: what it says is scripted, and nothing here is real.
          </Notice>
        )}
      </div>
    </>
  )
}

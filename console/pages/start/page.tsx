import { callOf } from '../../../contract/control/call.ts'
import { host } from '../../app/host.ts'
import { hrefOf } from '../../app/location.ts'
import { lock, type Platform, worldUrl, usePlatform } from '../../app/platform.ts'
import { UnlockForm } from '../../app/unlock-form.tsx'
import { useWorldDetails, useQuery, usePolling } from '../../control/hooks.ts'
import { isDemo } from '../../app/visitor.ts'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { WorldList } from '../../app/worlds.tsx'
import { Badge, Notice, EmptyState, StatusBadge } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Code, CopyableText } from '../../ui/copy.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { createSnippets } from './snippets.ts'
import './start.css'
import { Table } from '../../ui/table.tsx'
import { fixtureNames } from '../../../contract/shipped-names.ts'
import { shorten } from '../../../contract/shorten.ts'
import { showTourStep, tourSteps } from '../../app/tour.tsx'
import { TextWithCode, TimeAgo, Timestamp } from '../../ui/text.tsx'
import { dayHeading } from '../../ui/describe-time.ts'
import { useWorldNow } from '../../control/world-status.ts'
import { HeroTurn } from './hero-turn.tsx'
import { pathInWorld } from '../../../contract/operations/path-table.ts'

/** Shows the start page: a description, the base URL, new calls, users and keys, and examples. */
export function StartPage() {
  const platform = usePlatform()
  const { hasControl, access } = platform
  const { data: details, error } = useWorldDetails()
  return (
    <>
      <Hero platform={platform} details={details} />
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      {hasControl && <ThingsToTry />}
      {hasControl && (
        <div class="start-columns">
          {host.site === undefined && <FirstCalls />}
          <RecentTurns />
        </div>
      )}
      <div class="start-columns">
        {host.site === undefined && <SnippetTabs platform={platform} details={details} />}
        {details !== undefined && (
          <div class="stack start-column">
            <UserTable users={details.users} />
            <KeyTable {...details} />
          </div>
        )}
        {access === 'needs-token' && <UnlockSection />}
      </div>
      {hasControl && !isDemo && (
        <section class="stack" aria-labelledby="worlds">
          <h2 id="worlds">Worlds</h2>
          <p class="faint small">
            Each world is an isolated platform with its own records, clock, faults and journal.
            Requests select it by their base URL or by the header <code>x-understudy-world</code>.
          </p>
          <WorldList limit={20} />
        </section>
      )}
    </>
  )
}

const UnlockSection = () => (
  <section class="card stack" aria-labelledby="steer">
    <h2 id="steer">Unlock all pages</h2>
    <p class="small">
      The pages for records, journal, clock and faults need the token that the server was started
      with (<code>--control-token</code>).
    </p>
    <UnlockForm />
  </section>
)

/** Returns the base URL to show. In a demo, it names the world, because clients have no cookie. */
const shownBaseUrl = ({ root }: Platform, details: WorldDetails | undefined) =>
  isDemo && details !== undefined ? worldUrl(details.name) : root

type WorldProps = { readonly platform: Platform; readonly details: WorldDetails | undefined }

/** Shows the top of the page: a description, an animated turn, the base URL to copy, and links. */
function Hero({ platform, details }: WorldProps) {
  const { base, hasControl, isTokenProtected } = platform
  return (
    <section class="hero" aria-labelledby="what">
      <div class="hero-words">
        <h2 id="what">
          {isDemo ? 'An agent platform to break, only yours' : 'A stand-in for the Agent Platform'}
        </h2>
        <p class="hero-line">
          {isDemo
            ? 'Ask a question and watch the answer arrive event by event. Cut the connection in the middle: it resumes, and nothing is lost.'
            : 'It streams scripted answers, keeps its data, and breaks when you ask it to.'}
        </p>
        <p class="row row-middle">
          <a class="button button-primary" href={hrefOf('chat')}>
            Ask a question
          </a>
          {hasControl && <TourButton />}
          {host.isPanel !== true && (
            <a class="button button-quiet" href={new URL('openapi.json', base).href}>
              OpenAPI
            </a>
          )}
          {hasControl && isTokenProtected && (
            <Button kind="quiet" onClick={lock}>
              Remove the token
            </Button>
          )}
        </p>
        {host.site === undefined ? (
          <BaseUrlSection platform={platform} details={details} />
        ) : (
          <p class="faint small">
            The fake runs in this page: there is no server behind it, and nothing leaves your
            browser.
          </p>
        )}
      </div>
      <HeroTurn />
    </section>
  )
}

function BaseUrlSection({ platform, details }: WorldProps) {
  return (
    <section class="address" aria-labelledby="address">
      <h3 id="address">Base URL</h3>
      <p class="address-line">
        <CopyableText text={shownBaseUrl(platform, details)} what="the base URL" />
      </p>
      {isDemo && details !== undefined && (
        <p class="faint small">
          This URL gives access to your world. Anyone who has it can call your world.
        </p>
      )}
      {details !== undefined && (
        <p class="row row-middle">
          {!isDemo && <Badge>world {details.name}</Badge>}
          <Badge>fixture {details.fixture}</Badge>
          <Badge>profile {details.profile}</Badge>
          {details.speed !== 1 && <Badge tone="info">speed {details.speed}</Badge>}
          {details.time.frozen && <Badge tone="warn">clock frozen</Badge>}
        </p>
      )}
    </section>
  )
}

function SnippetTabs({ platform, details }: WorldProps) {
  const knownValues = {
    root: shownBaseUrl(platform, details),
    serverUrl: worldUrl(undefined),
    isDemoServer: isDemo,
    details,
    needsControlToken: platform.isTokenProtected,
  }
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">How to call it</h2>
      <Tabs
        label="Examples"
        tabs={createSnippets(knownValues).map(({ name, about, text }) => ({
          name,
          content: (
            <div class="stack">
              <p class="faint small">{about}</p>
              <Code text={text} label={`the ${name} example`} />
            </div>
          ),
        }))}
      />
    </section>
  )
}

const UserTable = ({ users }: Pick<WorldDetails, 'users'>) => (
  <section class="stack" aria-labelledby="users">
    <h2 id="users">Users</h2>
    <Table
      caption="Users and their passwords"
      rows={users}
      keyOf={({ email }) => email}
      empty={<EmptyState title="There are no users" />}
      columns={[
        {
          label: 'Email',
          cell: ({ email }) => <CopyableText text={email} what={`the email ${email}`} />,
        },
        {
          label: 'Password',
          cell: ({ email, password }) => (
            <CopyableText text={password} what={`the password of ${email}`} />
          ),
        },
      ]}
    />
  </section>
)

/** The purposes of three shipped keys. Each other shipped key has the name of its only scope. */
const keyPurposes: Readonly<Record<string, string>> = {
  full: 'all scopes',
  disabled: 'disabled: requests are refused',
  expired: 'expired: requests are refused',
}

const KeyTable = ({ keys, fixture }: Pick<WorldDetails, 'keys' | 'fixture'>) => (
  <section class="stack" aria-labelledby="keys">
    <h2 id="keys">API keys</h2>
    <Table
      caption="API keys and their scopes"
      rows={Object.entries(keys)}
      keyOf={([name]) => name}
      empty={<EmptyState title="There are no keys" />}
      columns={[
        {
          label: 'Key',
          cell: ([name]) => (
            <>
              {name}{' '}
              {fixtureNames.some((shipped) => shipped === fixture) && (
                <span class="faint note">{keyPurposes[name] ?? 'only this scope'}</span>
              )}
            </>
          ),
        },
        {
          label: 'Value',
          cell: ([name, value]) => (
            <CopyableText text={value} what={`the key ${name}`} shownText={shorten(value, 11)} />
          ),
        },
      ]}
    />
  </section>
)

/** Whether the server has the scripts of the tour. Some servers have only other scripts. */
function useHasTour(): boolean {
  const { data } = useQuery(callOf('GET scenarios'))
  const names = new Set(data?.scenarios.map(({ name }) => name))
  return tourSteps.every(({ script }) => names.has(script))
}

const TourButton = () =>
  useHasTour() ? <Button onClick={() => showTourStep(0)}>Take the tour</Button> : null

function ThingsToTry() {
  if (!useHasTour()) return null
  return (
    <ol class="start-steps" aria-label="Things to try">
      {tourSteps.map(({ title, text, script }) => (
        <li key={script}>
          <a class="card" href={hrefOf('chat', { script })}>
            <strong>{title}</strong>
            <span class="small faint">
              <TextWithCode text={text} tag="kbd" />
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}

const maxRecentTurns = 6

function RecentTurns() {
  const now = useWorldNow()
  const { data } = useQuery(
    callOf('GET records/{kind}', {
      params: { kind: 'messages' },
      query: { q: '"role":"user"', order: 'newest', size: maxRecentTurns },
    }),
  )
  const questions = data?.items ?? []
  const days = Map.groupBy(questions, (message) => dayHeading(String(message['created_at']), now))
  return (
    <section class="card stack" aria-labelledby="turns">
      <h2 id="turns">Recent turns</h2>
      {questions.length === 0 && <p class="faint small">No question was asked yet.</p>}
      <div class="days" role="group" aria-label="Recent turns">
        {[...days].map(([day, messages]) => (
          <section key={day} aria-label={day}>
            <h3>{day}</h3>
            <ul class="start-list">
              {messages.map((message) => (
                <li key={message.id}>
                  <a href={hrefOf('chat', { conversation: String(message['conversation_id']) })}>
                    {shorten(String(message['content']), 120)}
                  </a>
                  <span class="small faint">
                    <Timestamp iso={String(message['created_at'])} short />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

/** Milliseconds between two requests for new calls. */
const pollInterval = 2000
const maxFirstCalls = 10

/** Lists the newest calls of the world, so that developers see whether their app is connected. */
function FirstCalls() {
  const { data, refetch } = useQuery(callOf('GET journal', { query: { limit: maxFirstCalls } }))
  usePolling(refetch, pollInterval)
  const now = useWorldNow()
  const entries = data?.entries.toReversed() ?? []
  return (
    <section class="card stack" aria-labelledby="calls">
      <header class="row row-middle">
        <h2 id="calls">Calls of your app</h2>
        {entries.length > 0 && (
          <a class="push small" href={hrefOf('journal')}>
            All {data?.calls}
          </a>
        )}
      </header>
      {entries.length === 0 ? (
        <p class="start-waiting faint small" role="status">
          Point your app at the base URL. Its first call appears here.
        </p>
      ) : (
        <ol class="start-list" aria-label="Newest calls">
          {entries.map(({ number, method, path, status, time }) => (
            <li key={number}>
              <a href={hrefOf('journal', { call: String(number) })}>
                <code>
                  <span class="faint">{method}</span> {pathInWorld(path)}
                </code>
              </a>
              <StatusBadge status={status} />
              <span class="small faint">
                <TimeAgo iso={time} now={now} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

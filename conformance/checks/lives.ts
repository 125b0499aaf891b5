import {
  type DeclaredOperation,
  familiesOf,
  type LifecycleFamily,
  pathWith,
} from '../lives/families.ts'
import { creationIn, runLifecycle } from '../lives/live.ts'
import type { ActiveCheck, Plan } from '../session/check.ts'
import type { TestSession } from '../session/test-session.ts'
import { evaluationRunsPath } from '../session/exchange.ts'
import type { JsonObject } from '../../contract/json.ts'
import { isAccepted, skip } from '../session/assertions.ts'
import { conversationId } from '../setup/conversations.ts'
import { otherUserCredential, sendAsUser } from '../setup/credentials.ts'
import { itemsOf } from '../setup/lists.ts'
import { createValidBody, namesFor, tagOf } from '../lives/bodies.ts'
import { rowStep, type Step, valuesOf } from '../lives/steps.ts'

/** Matches paths of logs, such as an audit log, which record changes of other records. */
const logPath = /\/(?:audit|review|activity)[\w-]*$/

/**
 * Creates a check for each family of records. Each check creates, changes and deletes one record.
 * It returns all steps, so that `compare` can compare the steps of two deployments.
 */
export function lifecycleChecks(operations: readonly DeclaredOperation[]): readonly ActiveCheck[] {
  const families = familiesOf(operations)
  const logs = operations
    .filter(({ method, path }) => method === 'GET' && !path.includes('{') && logPath.test(path))
    .map(({ path }) => path)
  const shared = { level: 'observe', rule: 'profile.life', needs: ['user'] } as const
  return [
    ...families.map((family) => ({
      ...shared,
      id: `life.${family.path}`,
      plan: familyPlan(family),
      run: async (session: TestSession) => runLifecycle(session, { families, logs }, family),
    })),
    ...(canReview(operations)
      ? [
          {
            ...shared,
            id: 'life.reviews',
            plan: 'core' as const,
            run: async (session: TestSession) => liveReviews(session, families),
          },
        ]
      : []),
  ]
}

/** The plan of a family. Administration affects all users, and an evaluation run starts a turn. */
function familyPlan({ path }: LifecycleFamily): Plan {
  if (path.startsWith('/api/admin/')) return 'destructive'
  return path.startsWith(evaluationRunsPath) ? 'turn' : 'core'
}

const organizations = '/api/orgs'

/** Whether the deployment has reviews of the records that members share in an organization. */
const canReview = (operations: readonly DeclaredOperation[]): boolean =>
  operations.some(({ path }) => /^\/api\/orgs\/\{\w+\}\/reviews$/.test(path))

/** The operation of a family that shares a record with an organization. */
const sharingOperation = ({ calls }: LifecycleFamily) =>
  calls.find(({ path }) => path.endsWith('/publish'))

/**
 * Shares a record of each family in an organization that reviews. A member submits it, the owner
 * rejects it, the member submits it again, the owner approves it, the member changes it.
 */
async function liveReviews(
  session: TestSession,
  families: readonly LifecycleFamily[],
): Promise<readonly Step[]> {
  const { otherEmail } = session.target
  if (otherEmail === undefined)
    skip('a second user is needed, who submits what the first one reviews')
  const member = await otherUserCredential(session)
  const steps: Step[] = []
  const names = new Map<string, string>()
  const send = async (method: string, path: string, body?: JsonObject, bearer?: string) => {
    const createsIn = path === organizations ? { createsIn: path } : {}
    const spec = { method, path, ...(body !== undefined && { body }), ...createsIn }
    return sendAsUser(session, spec, bearer)
  }
  const note = async (step: string, ...call: Parameters<typeof send>) => {
    const exchange = await send(...call)
    const { status, json } = exchange
    steps.push({ step, values: { status: String(status), ...valuesOf(json, names) } })
    return exchange
  }
  const name = session.uniqueName('record')
  names.set(tagOf(name), '<name>')
  const made = await send('POST', organizations, { name })
  const org_id = conversationId(made.json)
  if (!isAccepted(made) || org_id === undefined)
    skip(`no organization could be created (${made.status})`)
  const org = pathWith(`${organizations}/{}`, [org_id])
  await note('a member is added', 'POST', `${org}/members`, { email: otherEmail, role: 'member' })
  const kinds = ['agents', 'connectors', 'kbs', 'mcp_servers', 'skills', 'workflows']
  const switches = Object.fromEntries(kinds.map((kind) => [`review_${kind}`, true]))
  await note('reviews are switched on', 'PUT', org, switches)
  for (const family of families) {
    const { create, item, path } = family
    const share = sharingOperation(family)
    if (share === undefined || typeof create.body !== 'object') continue
    const body = createValidBody(create.body, namesFor(session.uniqueName('record')))
    const creation = { ...creationIn(path, family), createsForOther: true }
    const created = await sendAsUser(session, { method: 'POST', path, body, ...creation }, member)
    const resource_id = conversationId(created.json)
    if (resource_id === undefined) continue
    names.set(resource_id, '<own id>')
    const itemPath = pathWith(item, [resource_id])
    const decision = {
      resource_type: path.split('/').at(-1)?.replaceAll('-', '_').replace(/s$/, ''),
      resource_id,
    }
    const noteReads = async (after: string) => {
      await note(`${item} ${after}`, 'GET', itemPath, undefined, member)
      await note(
        `GET ${org.replace(org_id, '{}')}/reviews after ${path} is ${after}`,
        'GET',
        `${org}/reviews`,
      )
    }
    const submit = async (end: string, says: string) => {
      const sent = end === 'publish' ? { scope: 'org', org_id } : {}
      await note(`POST ${item}/${end} by a member`, 'POST', `${itemPath}/${end}`, sent, member)
      await noteReads(says)
    }
    const decide = async (how: string, says: string) => {
      const sent = { ...decision, note: 'A reason.' }
      await note(`${how} of ${path}`, 'POST', `${org}/reviews/${how}`, sent)
      await noteReads(says)
    }
    await submit('publish', 'submitted')
    await decide('reject', 'rejected')
    await submit('resubmit', 'submitted again')
    await decide('approve', 'approved')
    await note(
      `PUT ${item} by a member`,
      'PUT',
      itemPath,
      { ...body, description: 'Changed.' },
      member,
    )
    await noteReads('changed')
    await note(`DELETE ${item} by a member`, 'DELETE', itemPath, undefined, member)
  }
  const log = await send('GET', `${org}/reviews/log`)
  for (const row of itemsOf(log) ?? [])
    steps.push(rowStep(`${organizations}/{}/reviews/log`, row, names))
  await send('DELETE', org)
  return steps
}

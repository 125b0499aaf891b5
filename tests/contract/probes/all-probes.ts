import { administrationProbes } from './administration.ts'
import { approvalProbes } from './approvals.ts'
import { connectionProbes } from './connections.ts'
import { credentialProbes } from './credentials.ts'
import { errorProbes } from './errors.ts'
import { eventProbes } from './events.ts'
import { httpProbes } from './http.ts'
import { portalProbes } from './portal.ts'
import { resourceProbes } from './resources.ts'
import { turnProbes } from './turns.ts'
import { workflowProbes } from './workflows.ts'
import type { Probe } from './probe.ts'

/** A probe for every choice, by its id. */
export const probes: Readonly<Record<string, Probe<string>>> = {
  ...errorProbes,
  ...credentialProbes,
  ...resourceProbes,
  ...turnProbes,
  ...eventProbes,
  ...approvalProbes,
  ...connectionProbes,
  ...portalProbes,
  ...workflowProbes,
  ...administrationProbes,
  ...httpProbes,
}

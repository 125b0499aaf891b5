import * as z from 'zod/mini'
import { jsonAtMost, label } from './bodies/fields.ts'
import { drawing } from './bodies/workflows.ts'
import { ownLimits } from './limits.ts'
import { storedAgent } from './records/agent.ts'
import { storedApiKey } from './records/api-key.ts'
import { storedConnector } from './records/connector.ts'
import { storedDocument, storedKnowledgeBase } from './records/knowledge-base.ts'
import { storedMcpServer } from './records/mcp-server.ts'
import { workflowRun } from './records/workflow-run.ts'
import { storedWorkflow } from './records/workflow.ts'

/**
 * Records with the limits that the platform API holds them to. Fixtures, snapshots and the control
 * API bring in whole records, and what works on these relies on the same limits.
 */

const { chunkSize, chunkOverlap, documentChunks, documentCharacters, filename } = ownLimits
const { keyNameLength, runInputs, runOutputs } = ownLimits

const between = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().check(z.gte(min), z.lte(max))

export const boundedApiKey = z.extend(storedApiKey, {
  name: z.string().check(z.minLength(keyNameLength.min), z.maxLength(keyNameLength.max)),
})

export const boundedAgent = z.extend(storedAgent, { name: label })
export const boundedConnector = z.extend(storedConnector, { name: label })
export const boundedMcpServer = z.extend(storedMcpServer, { name: label })

export const boundedKnowledgeBase = z
  .extend(storedKnowledgeBase, {
    name: label,
    chunk_size: between(chunkSize),
    chunk_overlap: between(chunkOverlap),
  })
  .check(
    z.refine(({ chunk_size, chunk_overlap }) => chunk_overlap * 2 <= chunk_size, {
      path: ['chunk_overlap'],
      error: 'It must be at most half of "chunk_size"',
    }),
  )

export const boundedDocument = z
  .extend(storedDocument, {
    filename: z.string().check(z.minLength(filename.min), z.maxLength(filename.max)),
    chunks: z.array(storedDocument.shape.chunks.def.element).check(z.maxLength(documentChunks * 4)),
  })
  .check(
    // Chunks repeat at most half of the one before them, and are half full at least.
    z.refine(
      ({ chunks }) =>
        chunks.reduce((sum, { content }) => sum + content.length, 0) <= documentCharacters.max * 2,
      {
        path: ['chunks'],
        error: `They must have at most ${documentCharacters.max * 2} characters together`,
      },
    ),
  )

export const boundedWorkflow = z.extend(storedWorkflow, { name: label, blueprint: drawing })

export const boundedWorkflowRun = z
  .extend(workflowRun, { inputs: workflowRun.shape.inputs.check(jsonAtMost(runInputs)) })
  .check(jsonAtMost(runOutputs * 2))

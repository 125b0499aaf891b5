import { knowledgeBasesInputs } from '../../contract/inputs/knowledge-bases.ts'
import { knowledgeBaseRoutes } from '../routes/knowledge-bases.ts'
import { documentRoutes } from '../routes/documents.ts'
import { createRoom } from './room.ts'

export const room = createRoom(
  { ...knowledgeBaseRoutes, ...documentRoutes },
  () => knowledgeBasesInputs,
)

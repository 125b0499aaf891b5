import { callOf } from '../../contract/control/call.ts'
import type { ComponentChildren } from 'preact'
import { host } from '../app/host.ts'
import { TextField } from '../ui/fields.tsx'
import { useQuery } from './hooks.ts'

const operationPatterns = [
  'chat.*',
  'chat.react',
  'chat.dag',
  'chat.auto',
  'chat.resume',
  'GET /api/*',
]

type OperationFieldProps = {
  readonly value: string
  readonly placeholder: string
  readonly hint?: ComponentChildren
  readonly onValue: (value: string) => void
}

/** A text field for an operation or a pattern, which suggests the operations of the platform. */
export function OperationField(props: OperationFieldProps) {
  const { data } = useQuery(host.isProxy === true ? undefined : callOf('GET coverage'))
  const { exercised = [], never = [] } = data?.endpoints ?? {}
  const operations = [...exercised.map(({ name }) => name), ...never].toSorted()
  return (
    <TextField label="Operation" suggestions={[...operationPatterns, ...operations]} {...props} />
  )
}

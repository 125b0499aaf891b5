import { rewriteNames } from '../../traffic/proxy/rewrite-headers.ts'
import { type Flags, type Given, onlyWith } from '../flags.ts'
import {
  listenFlags,
  logFlags,
  missingAddress,
  networkFlags,
  productionFlags,
  targetFlags,
} from '../shared-flags.ts'
import { trafficFlags } from '../traffic/reports.ts'
import { choiceOf, origin, port, textLike } from '../value-types.ts'
import { fakeFlags } from './fake.ts'

const onlyRepairs = 'it finishes a recording, and starts no proxy'

export const proxyFlags = {
  ...targetFlags,
  to: {
    value: 'URL|/PREFIX=URL',
    isRepeatable: true,
    required: missingAddress,
    requiredUnless: ['repair'],
    excludes: { repair: onlyRepairs },
    config: 'address',
    help: 'the deployment; with a prefix, only for paths that begin with it',
  },
  ...listenFlags('4020'),
  'allow-host': {
    value: 'NAME',
    isRepeatable: true,
    help: 'lets clients call the proxy by this name, such as host.docker.internal',
  },
  'control-port': {
    value: 'N',
    type: port,
    default: '0',
    help: 'port of /__control, on 127.0.0.1; 0 takes a free one',
  },
  keep: {
    value: 'NAME',
    type: choiceOf(rewriteNames),
    isRepeatable: true,
    help: `passes these headers on as they are: ${rewriteNames.join(', ')}`,
  },
  origin: {
    value: 'ORIGIN',
    type: origin,
    help: 'the origin that the deployment sees for pages of this machine (default: its own)',
  },
  'keep-reading': {
    help: 'reads a response to its end although the client left, because some deployments cancel a turn without a reader',
  },
  fault: {
    value: 'FILE',
    isRepeatable: true,
    help: 'faults to begin with, as YAML or JSON; the control API adds more',
  },
  ...fakeFlags,
  ...productionFlags('accepts faults'),
  record: { value: 'FILE.har', help: 'records the traffic, without its secrets' },
  'keep-text': {
    value: 'NAME',
    type: choiceOf(['arguments', 'observations', 'chunks']),
    needs: ['record', 'repair'],
    isRepeatable: true,
    help: 'with --record: keeps the texts of arguments, observations or chunks',
  },
  secret: {
    value: 'FILE',
    needs: ['record', 'repair'],
    isRepeatable: true,
    help: 'with --record: a file of further secrets to replace, one a line',
  },
  repair: {
    value: 'FILE.har.part',
    type: textLike(/\.har\.part$/, 'a file that ends in .har.part'),
    excludes: { record: onlyRepairs },
    help: 'finishes the recording of a proxy that was killed',
  },
  check: {
    help: 'judges the traffic by the rules of the suite that need no requests of their own',
  },
  ...onlyWith(['check'], trafficFlags),
  ca: networkFlags.ca,
  ...logFlags('logs each exchange to standard error'),
  json: {
    help: 'prints one line of JSON once the proxy is ready; with --check also one for each finding, and the report',
  },
} as const satisfies Flags

export type ProxyFlags = Given<typeof proxyFlags>

#!/usr/bin/env node
// Old versions of Node run this file to print an error. So its syntax is that of Node 14, and the
// commands are imported only after the check.
import { nodeProblem } from './node-version.ts'

const problem = nodeProblem(process.versions.node)
if (problem === undefined) {
  // The compile cache saves 20 of the 120 ms of a start. An `import` of node:module would load all
  // its exports, which takes 1 ms. Deno has no such cache.
  const { enableCompileCache }: Partial<typeof import('node:module')> =
    process.getBuiltinModule('node:module')
  if (enableCompileCache !== undefined) enableCompileCache()
  void import('./main.ts').then(({ main }) => main())
} else {
  process.stderr.write(problem)
  process.exitCode = 3
}

/**
 * Keeps what V8 sets aside for new objects as small as it is at the start. By itself it grows as
 * long as much of it survives, as every open stream does for a while: to 128 MB, for no less CPU
 * (docs/decisions/a-server-stays-small.md).
 */
export function keepYoungGenerationSmall(): void {
  // An `import` of node:v8 would be read before the server is ready.
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1')
}

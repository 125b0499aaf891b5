/** The packages that users install. A test measures them. */
export const installed = {
  dependencies: ['eventsource-parser', 'undici', 'zod'],
  /** Libraries whose code is part of the package. */
  bundled: [
    '@faker-js/faker',
    '@jmespath-community/jmespath',
    '@modelcontextprotocol/sdk',
    '@noble/hashes',
    '@streamparser/json',
    '@zip.js/zip.js',
    'ajv',
    'ajv-formats',
    'content-type',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
    'minisearch',
    're2js',
    'saxes',
    'xmlchars',
    'yaml',
  ],
  /** Upper limits in megabytes: the download, the package on disk, and its dependencies on disk. */
  packedMb: 3.9,
  unpackedMb: 18,
  dependenciesMb: 10,
  /** Packages from which the page of a server is built: bundled, not installed. */
  inPage: [
    '@dagrejs/dagre',
    '@noble/hashes',
    '@preact/signals',
    '@preact/signals-core',
    '@tanstack/virtual-core',
    'dompurify',
    'highlight.js',
    'marked',
    'preact',
    'remend',
    'yaml',
    'zod',
  ],
  /** Packages that may run install scripts in a clone. */
  scriptsOfClone: ['esbuild', 'node'],
} as const

import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'

export async function zipOf(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter())
  for (const [name, text] of Object.entries(files)) await zip.add(name, new TextReader(text))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

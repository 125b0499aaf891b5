/** A path of the control API: the world that it names, if any, and the rest. */
export const controlPath = /^(?:\/w\/([^/]+))?\/__control(\/.*)?$/

const worldPath = /^\/w\/([^/]+)(\/.*)$/

/** Splits `/w/<name>/…` into the name of a world and the rest; undefined for any other path. */
export function worldFromPath(
  path: string,
): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest] = (path.startsWith('/w/') && worldPath.exec(path)) || []
  return name === undefined || rest === undefined ? undefined : { name: decodePart(name), rest }
}

/** Decodes one part of a path; a part that is not encoded correctly is returned unchanged. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import { stringify } from 'yaml'

/** Writes plain data as YAML, with a comment for each line of `about` before it. */
export const toYaml = (value: unknown, about = ''): string => {
  const comment = about === '' ? '' : `${about.replaceAll(/^/gm, '# ')}\n`
  return comment + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}

import { Document, isScalar, visit } from 'yaml'

/**
 * Writes plain data as YAML, with a comment for each line of `about` before it. Lists of numbers, such
 * as the times of deltas, take one line.
 */
export const toYaml = (value: unknown, about = ''): string => {
  const comment = about === '' ? '' : `${about.replaceAll(/^/gm, '# ')}\n`
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Seq(_, list) {
      if (list.items.length > 0 && list.items.every(isNumber)) list.flow = true
    },
  })
  return comment + document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

const isNumber = (item: unknown) => isScalar(item) && typeof item.value === 'number'

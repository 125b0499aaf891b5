// The library names the parts of its functions `_func` and `_signature`.
// oxlint-disable no-underscore-dangle
import {
  type JSONValue,
  TYPE_ANY,
  TYPE_ARRAY,
  TYPE_NUMBER,
  TYPE_STRING,
} from '@jmespath-community/jmespath'
import { isObject, ownField } from '../../contract/json.ts'

type List = readonly JSONValue[]

type Taken = typeof TYPE_ANY | typeof TYPE_ARRAY | typeof TYPE_NUMBER | typeof TYPE_STRING
const takes = (...types: readonly Taken[]) => types.map((type) => ({ types: [type] }))

const fieldOf = (value: JSONValue, field: string): unknown =>
  isObject(value) ? ownField(value, field) : undefined

/**
 * `slice(list, from, count)`: a part of a list, because the bounds of `[a:b]` can only be constants.
 * `where(list, field, value)`: the objects with a value, and `since(list, moment)`: those that were
 * created at a moment or later. Both cost a step for each item; a filter in brackets costs some 80, too
 * many for the 10,000 conversations of a crowded world.
 */
export const listFunctions = {
  slice: {
    _func: ([list, from, count]: [List, number, number]) =>
      list.slice(Math.max(0, from), Math.max(0, from) + Math.max(0, count)),
    _signature: takes(TYPE_ARRAY, TYPE_NUMBER, TYPE_NUMBER),
  },
  where: {
    _func: ([list, field, value]: [List, string, JSONValue]) =>
      list.filter((one) => fieldOf(one, field) === value),
    _signature: takes(TYPE_ARRAY, TYPE_STRING, TYPE_ANY),
  },
  since: {
    _func: ([list, moment]: [List, string]) =>
      list.filter((one) => String(fieldOf(one, 'created_at') ?? '') >= moment),
    _signature: takes(TYPE_ARRAY, TYPE_STRING),
  },
}

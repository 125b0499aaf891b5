import { isAccepted } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { BoundedMap } from './bounded-map.ts'
import { isList, queryOf } from './list-forms.ts'
import { itemsIn } from './look.ts'
import { pathOf } from '../../contract/exchange.ts'

/** Lists that are remembered, one for each path and sender. */
const mostLists = 500

/** A size with which short lists come whole. */
const largeSize = 50

type SeenList = {
  readonly path: string
  /** How many items came without a size, and with a large one. */
  readonly plain?: number
  readonly large?: number
}

/** How many items the lists of each sender had since the last write to them. */
export class SeenLists {
  readonly #lists = new BoundedMap<string, SeenList>(mostLists)

  get(exchange: Exchange, sender: string | undefined): SeenList {
    const path = pathOf(exchange)
    return this.#lists.get(`${path} ${sender}`) ?? { path }
  }

  add(exchange: Exchange, sender: string | undefined): void {
    const path = pathOf(exchange)
    if (isList(exchange)) {
      const query = queryOf(exchange)
      const known = this.get(exchange, sender)
      const { length } = itemsIn(exchange)
      if (isFirstPage(query) && !query.has('size'))
        this.#lists.set(`${path} ${sender}`, { ...known, plain: length })
      if (isFirstPage(query) && Number(query.get('size')) >= largeSize)
        this.#lists.set(`${path} ${sender}`, { ...known, large: length })
    } else if (isAccepted(exchange) && exchange.request.method !== 'GET') {
      for (const list of this.#lists.values())
        if (path.startsWith(list.path)) this.#forget(list.path)
    }
  }

  #forget(path: string): void {
    for (const key of this.#lists.keys()) if (key.startsWith(`${path} `)) this.#lists.delete(key)
  }
}

/** Whether a query asks for the beginning of a whole list, not for a selection. */
export const isFirstPage = (query: URLSearchParams): boolean =>
  (query.get('page') ?? '1') === '1' &&
  query.keys().every((name) => name === 'page' || name === 'size')

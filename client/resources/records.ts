import type { CallOptions, Requester } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'

/** Creates the methods of the records at a path: they are listed, read, created, changed, deleted. */
export function createRecords<
  Item extends { readonly id: string },
  New,
  Change,
  Filter extends PageQuery = PageQuery,
>(requester: Requester, path: string) {
  const { request } = requester
  return {
    ...createList<Item, Filter>(requester, path),
    /** Reads one record. */
    read: (id: string, options?: CallOptions) => request<Item>('GET', pathTo(path, id), options),
    /** Creates a record. */
    create: (fields: New, options?: CallOptions) =>
      request<Item>('POST', path, { ...options, body: fields }),
    /** Changes a record. Absent fields stay; `null` restores the default. */
    update: (id: string, change: Change, options?: CallOptions) =>
      request<Item>('PUT', pathTo(path, id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathTo(path, id), options)
    },
  }
}

/** The path of a record in the collection at a path. */
export const pathTo = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`

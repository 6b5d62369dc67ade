import { lastPage } from '@portico/core/contract'

import { invalid } from '../http/failure.ts'
import { isUuid } from '../identifiers.ts'
import { readJson } from '../json/read-json.ts'

/** A place in a list: after, or before, the row with this key and id. The row may have been deleted since. */
export type Place = {
  readonly side: 'after' | 'before'
  /** The field that the list is ordered by. */
  readonly sort: string
  /** The row's value in that order, as text; undefined: the end of the list. */
  readonly key: string | undefined
  readonly id: string
}

export function cursorOf({ side, sort, key = '', id }: Place): string {
  return Buffer.from(JSON.stringify([side, sort, key, id])).toString('base64url')
}

const end = { side: 'before', key: undefined, id: '' } as const

/** Throws 400 for a cursor of another order, and for any text that is not a cursor. `isKey` tells the order's values. */
export function placeOf(cursor: string | undefined, sort: string, isKey: (key: string) => boolean): Place | undefined {
  if (cursor === undefined) return undefined
  if (cursor === lastPage) return { ...end, sort }
  try {
    const read: unknown = readJson(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(read) && read.length === 4 && read.every((part) => typeof part === 'string')) {
      const [side, field, key, id] = read as [string, string, string, string]
      const isSide = side === 'after' || side === 'before'
      if (isSide && field === sort && isUuid(id) && isKey(key) && !/[\0\p{Cs}]/u.test(key))
        return { side, sort, key, id }
    }
  } catch {
    // Not JSON: not a cursor.
  }
  throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'cursor' }])
}

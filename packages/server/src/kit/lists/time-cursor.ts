import { invalid } from '../http/failure.ts'

/** A place in a list in the order of time. `at` as PostgreSQL writes it, with the microseconds that a Date does not hold. */
export type TimePlace = { readonly at: string; readonly id: string }

export function timeCursorOf({ at, id }: TimePlace): string {
  return Buffer.from(`${at}|${id}`).toString('base64url')
}

const cursorShape = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?[+-]\d{2}(?::\d{2})?)\|([0-9a-f-]{36})$/

/** Throws 400 for a text that is not such a cursor. */
export function readTimeCursor(text: string): TimePlace {
  const [, at, id] = cursorShape.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined) throw invalid([{ errorID: 'INVALID_VALUE', fieldID: 'cursor' }])
  return { at, id }
}

import type { ColumnType } from 'kysely'
import pg from 'pg'

const int8 = 20
const date = 1082

/**
 * How PostgreSQL's values become JavaScript's: bytea a Buffer, timestamptz a Date, int8 a number (a bigint beyond
 * 2^53), date and numeric text, json parsed.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === int8) return parseInt8
    if (format !== 'binary' && oid === date) return (text: string) => text
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
  },
}

function parseInt8(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

/** An int8, written as a number or its digits. */
export type Bigint = ColumnType<number | bigint, number | bigint | string, number | bigint | string>

/** JSON is read parsed and written as text. */
export type Json = ColumnType<unknown, string, string>

import { fail } from '../../kit/errors/failure.ts'

/** The number of `--limit`. */
export function limitIn(limit: string): number {
  const count = /^\d{1,5}$/.test(limit) ? Number(limit) : 0
  return count < 1 ? fail('usage', '--limit is a number from 1 to 99999.') : count
}

import { classifyError, DatabaseUnavailable } from '../database/unavailable.ts'
import { Failure, unavailable } from './failure.ts'

/**
 * The failure that a thrown database error means. An unreachable, full or overloaded database is 503; text that
 * PostgreSQL cannot store is 400; an unexpected conflict is 409; everything else is a bug (500).
 */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error
  if (classifyError(error) instanceof DatabaseUnavailable) return unavailable()
  const code = (error as { code?: unknown } | null)?.code
  if (code === '22021' || code === '22P05') return new Failure(400, 'INVALID_REQUEST')
  if (code === '23505' || code === '23503') return new Failure(409, 'CONFLICT')
  if (code === '40001' || code === '40P01' || code === '55P03') return unavailable(1)
  return undefined
}

import type { LazyParts } from '../../kit/lazy-parts.ts'
import { getSignIn, type SignInRecord } from './records-contract.ts'

/** One recorded sign-in; the list of them is {@link signInList}. */
export type SignInRecords = {
  /** 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(code: string): Promise<SignInRecord | 'not-found' | undefined>
}

/** `core.lazily(createSignInRecords)`. */
export function createSignInRecords({ client, feedback }: LazyParts): SignInRecords {
  return {
    async open(code) {
      const answer = await client.call(getSignIn, { params: { code } })
      if (answer.ok) return answer.value
      if (answer.problem.kind === 'expected' && answer.problem.status === 404) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
  }
}

/** What a person reads out, `K7QF-2M9X`: in any case, with or without its hyphen; undefined for any other text. */
export function signInCodeIn(text: string): string | undefined {
  const code = text.trim().toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z0-9]{8}$/.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined
}

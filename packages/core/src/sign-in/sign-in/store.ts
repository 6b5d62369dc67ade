import { createStore, type StoreApi } from 'zustand/vanilla'

import { unreachableWords } from '../../kit/feedback/wording.ts'
import type { Client } from '../../kit/http/client.ts'
import type { DeviceMemory } from '../../kit/http/port.ts'
import { login, type LoginReply } from './contract.ts'
import { usernameViolation } from './rules.ts'

/** Name of the cookie that remembers who signed in last, at path `/` (spec section 4). */
export const userIdCookie = 'userId'

/** Spec section 3, "Login state"; branding and words have separate slices. */
export type SignInState = {
  readonly isFetching: boolean
  readonly lastUserId: string
  readonly payload: LoginReply | undefined
  /** Id and sentence of what went wrong; the id may be in the catalogue. */
  readonly error: { readonly errorID: string; readonly message: string } | undefined
}

export type SignIn = StoreApi<SignInState> & {
  /** Returns the address of the identity provider, or undefined with `error` set. `place`: the query of the login endpoint. */
  submit(
    username: string,
    remember: boolean,
    place?: { returnPath?: string | undefined; fresh?: string | undefined },
  ): Promise<string | undefined>
  clearError(): void
}

export function createSignIn({
  client,
  memory,
  say,
}: {
  client: Client
  memory: DeviceMemory
  say: (id: string) => string
}): SignIn {
  const store = createStore<SignInState>(() => ({
    isFetching: false,
    lastUserId: memory.get(userIdCookie) ?? '',
    payload: undefined,
    error: undefined,
  }))
  const fail = (errorID: string, message: string) => {
    store.setState({ isFetching: false, error: { errorID, message } })
    return undefined
  }

  return {
    ...store,
    clearError: () => store.setState({ error: undefined }),
    async submit(username, remember, place = {}) {
      const violation = usernameViolation(username)
      if (violation !== undefined) return fail(violation.errorID, say(violation.errorID))
      store.setState({ isFetching: true, error: undefined })
      const outcome = await client.call(login, { query: place, body: { username: username.trim() } })
      if (!outcome.ok) {
        const { problem } = outcome
        if (problem.kind === 'system' && problem.network) {
          const { title, message } = unreachableWords(problem, { say })
          return fail('500', `${title}. ${message}`)
        }
        return fail(problem.kind === 'expected' ? problem.code : '500', problem.errorMessage)
      }
      const payload = outcome.value
      store.setState({ isFetching: false, payload })
      if (payload.redirectUrl === null)
        return fail(payload.code ?? 'UNEXPECTED', payload.message ?? say('error.unexpected.title'))
      if (remember) memory.set(userIdCookie, username.trim())
      else memory.remove(userIdCookie)
      store.setState({ lastUserId: remember ? username.trim() : '' })
      return payload.redirectUrl
    },
  }
}

import { describe, expect, it } from 'vitest'

import type { Core } from './create-core.ts'
import type { SignIn } from '../sign-in/sign-in/store.ts'
import { heldServer } from '../testing/held-server.ts'
import { signInOf } from '../testing/sign-in.ts'

type Stores = Core & { readonly signIn: SignIn }

function held() {
  const { core, answer } = heldServer()
  return { core: Object.assign(core, { signIn: signInOf(core) }), answer }
}

/** One request for every slice that has a fetching flag. */
const requests: Record<string, (core: Stores) => Promise<unknown>> = {
  signIn: (core) => core.signIn.submit('ada@acme.example', false),
  session: (core) => core.session.renew(),
  launcher: (core) => core.launcher.fetch(),
  environments: (core) => core.environments.fetchAdmin(),
}
const isFetching = (core: Stores, slice: string) =>
  (core[slice as keyof Stores] as { getState(): { isFetching?: boolean } }).getState().isFetching

it('every slice with a fetching flag is covered', () => {
  const { core } = held()
  const slices = Object.entries(core).filter(([, one]) => {
    const state = (one as { getState?: () => unknown } | undefined)?.getState?.()
    return typeof state === 'object' && state !== null && 'isFetching' in state
  })
  expect(Object.keys(requests).toSorted()).toEqual(slices.map(([name]) => name).toSorted())
})

describe.each(Object.entries(requests))('fetching of %s (spec section 4)', (slice, request) => {
  it.each([
    ['an expected error', 400, { errorID: 'INVALID', errorMessage: 'No.', details: [] }],
    ['a system error', 500, { errorMessage: 'Broken.' }],
    ['an ended session', 401, { errorMessage: 'Sign in.' }],
    ['an answer that is not JSON', 502, 'x'],
  ])('is set on request, only for this slice, and cleared by %s', async (_, status, body) => {
    const { core, answer } = held()
    const others = Object.keys(requests).filter((one) => one !== slice)
    const running = request(core)
    expect(isFetching(core, slice)).toBe(true)
    for (const other of others) expect(isFetching(core, other)).toBe(false)
    answer(status, body)
    await running
    expect(isFetching(core, slice)).toBe(false)
  })
})

import { expect, it } from 'vitest'

import { heldServer } from '../../testing/held-server.ts'
import { signInOf } from '../../testing/sign-in.ts'

const username = 'ada@acme.example'

it('requesting sets fetching; the response clears it and is kept as payload (spec section 4, "Login")', async () => {
  const { core, answer } = heldServer()
  const signIn = signInOf(core)
  expect(signIn.getState()).toMatchObject({ isFetching: false, payload: undefined, lastUserId: '' })
  const submitted = signIn.submit(username, true)
  expect(signIn.getState()).toMatchObject({ isFetching: true, payload: undefined })
  answer(200, { redirectUrl: 'https://idp.example/authorize' })
  expect(await submitted).toBe('https://idp.example/authorize')
  expect(signIn.getState()).toMatchObject({
    isFetching: false,
    payload: { redirectUrl: 'https://idp.example/authorize' },
    lastUserId: username,
  })
})

it('a rejection is kept as payload too, and another request clears its error', async () => {
  const { core, answer } = heldServer()
  const signIn = signInOf(core)
  const refused = signIn.submit(username, true)
  answer(200, { redirectUrl: null, code: 'AUTH-001001', message: 'Check the username.' })
  await refused
  expect(signIn.getState()).toMatchObject({
    isFetching: false,
    payload: { redirectUrl: null, code: 'AUTH-001001', message: 'Check the username.' },
    error: { errorID: 'AUTH-001001' },
  })
  void signIn.submit(username, true)
  expect(signIn.getState()).toMatchObject({ isFetching: true, error: undefined })
})

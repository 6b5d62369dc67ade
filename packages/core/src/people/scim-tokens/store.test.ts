import { describe, expect, it } from 'vitest'

import { heldServer } from '../../testing/held-server.ts'
import type { ScimToken } from './contract.ts'
import { countActive, scimOf } from './store.ts'

const tokens = '/portal/admin/idps/p1/scim/tokens'
const token: ScimToken = {
  id: 't1',
  name: 'Entra',
  beginning: 'scim_AbCd',
  active: true,
  issuedAt: '2026-01-01T00:00:00Z',
  expiresAt: '2027-01-01T00:00:00Z',
  isExpired: false,
  lastUsedAt: null,
  dryRun: false,
}

function opened() {
  const server = heldServer()
  return { ...server, scim: scimOf(server.core, 'p1') }
}

/** Answers the two reads that follow every change. */
function answerReads({ answer }: Pick<ReturnType<typeof heldServer>, 'answer'>, rows: readonly ScimToken[]): void {
  answer(200, { tokens: rows, activeMax: 2, baseUrl: 'https://login.example/scim/v2/p1', source: 'scim' })
}

describe('SCIM of a provider', () => {
  it('is read with its tokens, their maximum and the source of groups', async () => {
    const { scim, waiting, ...server } = opened()
    const fetched = scim.fetch()
    expect(waiting()).toEqual([`GET ${tokens}`, 'GET /portal/admin/idps/p1/scim/group-source'])
    answerReads(server, [token])
    await fetched
    expect(scim.getState()).toMatchObject({ status: 'ready', tokens: [token], activeMax: 2, source: 'scim' })
  })

  it('shows a created token until it is hidden', async () => {
    const { scim, waiting, ...server } = opened()
    scim.type({ name: 'Entra', days: 30, dryRun: true })
    const created = scim.create()
    expect(waiting()).toEqual([`POST ${tokens}`])
    server.answer(200, { ...token, token: 'scim_secret' })
    await expect.poll(waiting).toHaveLength(2)
    answerReads(server, [token])
    expect(await created).toBe(true)
    expect(scim.getState()).toMatchObject({
      created: { token: 'scim_secret' },
      typed: { name: '', days: 365, dryRun: false },
    })
    scim.hide()
    expect(scim.getState().created).toBeUndefined()
  })

  it.each([
    [{ name: 'Entra', days: 0 }, { days: 'A SCIM token can be valid for 1 to 3650 days.' }],
    [{ name: ' ' }, { name: 'Enter a name for the token.' }],
    [
      { name: 'x'.repeat(129), days: 0 },
      {
        name: 'The name of a token may have at most 128 characters.',
        days: 'A SCIM token can be valid for 1 to 3650 days.',
      },
    ],
  ])('sends nothing when %o is typed, and says why', async (typed, errors) => {
    const { scim, waiting } = opened()
    scim.type(typed)
    expect(await scim.create()).toBe(false)
    expect(waiting()).toEqual([])
    expect(scim.getState().errors).toEqual(errors)
  })

  it('shows at the name that it is taken, and keeps what was typed', async () => {
    const { scim, waiting, ...server } = opened()
    scim.type({ name: 'Entra', days: 30 })
    const created = scim.create()
    const detail = { errorID: 'SCIM_TOKEN_NAME_TAKEN', errorMessage: 'Taken.', fieldID: 'name' }
    server.answer(409, { ...detail, details: [detail] })
    await expect.poll(waiting).toHaveLength(2)
    answerReads(server, [token])
    expect(await created).toBe(false)
    expect(scim.getState()).toMatchObject({ errors: { name: 'Taken.' }, typed: { name: 'Entra', days: 30 } })
  })

  it('takes a token that another administrator deleted as deleted', async () => {
    const { scim, waiting, ...server } = opened()
    const removed = scim.remove(token)
    server.answer(404, { errorID: 'NOT_FOUND', errorMessage: 'Not found.' })
    await expect.poll(waiting).toHaveLength(2)
    answerReads(server, [])
    expect(await removed).toBe(true)
    expect(server.core.feedback.getState().expected).toBeUndefined()
  })

  it('makes one change at a time', async () => {
    const { scim, waiting, ...server } = opened()
    const first = scim.turn(token, false)
    await scim.turn(token, true)
    expect(waiting()).toEqual([`PUT ${tokens}/t1`])
    server.answer(200, { ...token, active: false })
    await expect.poll(waiting).toHaveLength(2)
    answerReads(server, [{ ...token, active: false }])
    await first
    expect(scim.getState()).toMatchObject({ isBusy: false, tokens: [{ active: false }] })
  })
})

it('an expired token does not count towards the maximum', () => {
  expect(countActive([token, { ...token, active: false }, { ...token, isExpired: true }])).toBe(1)
})

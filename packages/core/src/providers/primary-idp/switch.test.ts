import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { listIdentityProviders } from '../identity-providers/contract.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import {
  getPrimaryIdp,
  putPrimaryIdp,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  type PrimaryIdp,
  type SwitchRehearsal,
} from './contract.ts'
import { createPrimarySwitch } from './switch.ts'

const idp = '0d7ff0a2-0f0a-4b6c-8a57-3d8a4f7f7d01'
const group = { id: '0d7ff0a2-0f0a-4b6c-8a57-3d8a4f7f7d02', name: 'chiefs', claim: 'chiefs' }
const nothing: PrimaryIdp = {
  idp: null,
  group: null,
  graceSecs: 0,
  pending: null,
  primary: { id: 'main', name: 'Main' },
  graces: [],
  setup: null,
}
const pending: PrimaryIdp = {
  ...nothing,
  idp,
  group: group.id,
  graceSecs: 43_200,
  pending: { idpName: 'Next', groupName: 'chiefs', chosenBy: 'Ada', chosenAt: '2026-01-01T00:00:00Z' },
}
const rehearsal: SwitchRehearsal = {
  idp,
  idpName: 'Next',
  group: group.id,
  groupName: 'chiefs',
  administrators: { count: 0, first: [] },
  lost: { count: 0, first: [] },
  lostRoles: { count: 0, first: [] },
}
const refused = (status: number, errorID: string): Pick<Answer, 'status' | 'body'> => ({
  status,
  body: { errorID, errorMessage: errorID, requestID: 'r', details: [] },
})

async function open(answers: readonly Answer[]) {
  const http = answeringPort([
    { endpoint: getPrimaryIdp, etag: '"1"', body: nothing },
    { endpoint: getPrimaryIdp, etag: '"2"', body: pending },
    { endpoint: rehearsePrimaryIdp, body: rehearsal },
    { endpoint: listIdentityProviders, body: { idps: [] } },
    ...answers,
  ])
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  const choice = core.lazily(createPrimarySwitch)
  await choice.open()
  const changes = () => http.sent.filter(({ method }) => method !== 'GET')
  return { choice, changes, feedback: () => core.feedback.getState(), state: () => choice.getState() }
}

test('a choice is rehearsed, and sent only when it is confirmed', async () => {
  const { choice, changes, state, feedback } = await open([{ endpoint: putPrimaryIdp, etag: '"2"', body: pending }])
  choice.chooseProvider(idp)
  choice.chooseGroup(group)
  choice.typeGrace('12h')
  expect(await choice.confirm()).toBe(false)
  expect(await choice.rehearse()).toBe(true)
  expect([state().rehearsal, changes()]).toEqual([rehearsal, []])
  choice.cancel()
  expect(await choice.confirm()).toBe(false)
  await choice.rehearse()
  expect(await choice.confirm()).toBe(true)
  const [sent] = changes()
  expect(sent?.headers).toMatchObject({ 'If-Match': '"1"' })
  expect(JSON.parse(sent?.body as string)).toEqual({ idp, group: group.id, graceSecs: 43_200 })
  expect(state()).toMatchObject({ current: pending, idp: undefined, group: undefined, rehearsal: undefined })
  expect(feedback().success).toBeDefined()
})

test('without a group, or with a grace window that is malformed or too long, nothing is asked', async () => {
  const { choice, state } = await open([])
  choice.chooseProvider(idp)
  choice.typeGrace('31d')
  expect(await choice.rehearse()).toBe(false)
  expect(state().problems).toEqual({ group: 'idpSwitch.groupRequired', grace: 'idpSwitch.graceShape' })
  choice.typeGrace('30d')
  expect(state().problems).toEqual({ group: 'idpSwitch.groupRequired' })
  choice.chooseGroup(group)
  expect([state().problems, await choice.rehearse()]).toEqual([{}, true])
})

test('another provider begins another choice', async () => {
  const { choice, state } = await open([])
  choice.chooseProvider(idp)
  choice.chooseGroup(group)
  choice.typeGrace('0')
  await choice.rehearse()
  choice.chooseProvider('other')
  expect(state()).toMatchObject({ group: undefined, grace: '2d', rehearsal: undefined })
})

test('a choice that another administrator was faster than shows theirs and the reason', async () => {
  const { choice, state, feedback } = await open([{ endpoint: putPrimaryIdp, ...refused(412, 'STALE') }])
  choice.chooseProvider(idp)
  choice.chooseGroup(group)
  await choice.rehearse()
  expect(await choice.confirm()).toBe(false)
  expect(state()).toMatchObject({ current: pending, rehearsal: undefined, busy: undefined })
  expect(feedback().expected?.errorID).toBe('STALE')
})

test('a pending switch is rejected with the version that was shown', async () => {
  const { choice, changes } = await open([{ endpoint: rejectPrimaryIdp }])
  expect(await choice.reject()).toBe(true)
  expect(changes()).toMatchObject([{ method: 'DELETE', headers: { 'If-Match': '"1"' } }])
})

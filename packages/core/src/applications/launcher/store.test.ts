import { expect, it } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort } from '../../testing/answering-port.ts'
import { getLauncher, type PortalUser } from './contract.ts'

const user: PortalUser = {
  nickname: 'Ada',
  name: 'Ada O',
  tenantName: 'Acme',
  environmentName: 'Production',
  routes: [],
}

function coreAnswering(answer: { status?: number; body: unknown }) {
  const http = answeringPort([{ endpoint: getLauncher, ...answer }])
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, memory, clock: { now: () => 0 } })
  core.launcher.setState({ user })
  return core
}

it('only a new name of the tenant is taken over: the environment stays that of this tab', async () => {
  const { launcher } = coreAnswering({ body: { ...user, tenantName: 'Acme Group', environmentName: 'Staging' } })
  await launcher.fetchTenantName()
  expect(launcher.getState().user).toEqual({ ...user, tenantName: 'Acme Group' })
})

it('an unchanged name changes nothing, and a failure is not shown', async () => {
  const same = coreAnswering({ body: user })
  await same.launcher.fetchTenantName()
  expect(same.launcher.getState().user).toBe(user)
  const broken = coreAnswering({ status: 500, body: { errorMessage: 'Broken.' } })
  await broken.launcher.fetchTenantName()
  expect(broken.launcher.getState().user).toBe(user)
  expect(broken.feedback.getState()).toMatchObject({ expected: undefined, system: undefined })
})
